import type { Provider } from "../world.ts";
import { ACCOUNT } from "./credentials.ts";
import { registerIphones } from "./phones.ts";
import { setKey, startApns } from "./server.ts";

/** Alerts for the app on iPhones. */
export const apns: Provider = {
  name: "apns",
  title: "Apple's push service",
  credentials: ACCOUNT,
  tables: {
    apns_phones:
      "id integer primary key autoincrement, token text not null unique, mood text not null default 'takes', since integer not null, at integer not null",
    apns_messages:
      "id integer primary key autoincrement, token text not null, headers text not null, payload text not null, at integer not null",
  },
  control: registerIphones,
  pages: [["iPhones", "/iphones"]],
  start: startApns,
  reset: (world) => setKey(world, true),
};
