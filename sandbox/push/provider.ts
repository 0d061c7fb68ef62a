import type { Provider } from "../world.ts";
import { registerPushControl, registerPushService } from "./push-service.ts";

/** The push service of the sandbox's own browsers. */
export const push: Provider = {
  name: "push",
  title: "Web push",
  tables: {
    push_browsers: `id integer primary key autoincrement, token text not null unique, secret text not null, p256dh text not null,
      auth text not null, server_key text, mood text not null default 'takes', at integer not null`,
    push_messages: `id integer primary key autoincrement, token text not null, topic text, ttl integer not null, urgency text not null,
      payload text not null, bytes integer not null, at integer not null`,
  },
  routes: registerPushService,
  control: registerPushControl,
  pages: [["Pushes", "/pushes"]],
};
