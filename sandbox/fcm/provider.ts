import type { Provider } from "../world.ts";
import { registerFcm, setAccount } from "./api.ts";
import { ACCOUNT } from "./credentials.ts";
import { registerPhones } from "./phones.ts";

/** Alerts for the app on Android. */
export const fcm: Provider = {
  name: "fcm",
  title: "Firebase Cloud Messaging",
  credentials: ACCOUNT,
  tables: {
    fcm_phones: `id integer primary key autoincrement, token text not null unique, mood text not null default 'takes', at integer not null`,
    fcm_messages:
      "id integer primary key autoincrement, token text not null, message text not null, at integer not null",
  },
  routes: registerFcm,
  control: registerPhones,
  pages: [["Phones", "/phones"]],
  reset: (world) => setAccount(world, true),
};
