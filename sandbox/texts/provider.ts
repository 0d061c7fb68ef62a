import type { Provider } from "../world.ts";
import { TWILIO } from "./credentials.ts";
import { signature } from "./reply.ts";
import { registerInbox, registerTexts } from "./twilio.ts";

export const twilio: Provider = {
  name: "twilio",
  title: "Twilio",
  credentials: TWILIO,
  tables: {
    texts: `id integer primary key autoincrement, sid text not null unique, sender text not null, recipient text not null,
      body text not null, at integer not null`,
  },
  hook: { variable: "SANDBOX_WEBHOOK_TWILIO", path: "/hooks/twilio/texts", sign: signature },
  routes: registerTexts,
  control: registerInbox,
  pages: [["Texts", "/texts"]],
};
