import type { Provider } from "../world.ts";
import { registerAnalytics, registerCollected } from "./collect.ts";

export const analytics: Provider = {
  name: "analytics",
  title: "Google Analytics",
  tables: {
    analytics_events: `id integer primary key autoincrement, measurement_id text not null, client_id text not null,
      user_id text not null, name text not null, body text not null, at integer not null`,
  },
  routes: registerAnalytics,
  control: registerCollected,
};
