import type { Provider } from "../world.ts";
import { registerRoutes } from "./api.ts";
import { registerFrames } from "./browser/frames.ts";
import { paymentRows } from "./card.ts";
import { registerSteering } from "./control.ts";
import { STRIPE } from "./credentials.ts";
import { signatureHeader } from "./events.ts";
import { ROUTES } from "./routes.ts";
import { steeringOf } from "./steering.ts";

/** The card processor, playing Stripe: its API, the script and frames that it serves to browsers, and its webhooks. */
export const stripe: Provider = {
  name: "stripe",
  title: "Stripe",
  credentials: STRIPE,
  tables: {
    stripe_objects: `seq integer primary key autoincrement, id text not null unique, object text not null,
      created integer not null, body text not null`,
    stripe_keys:
      "key text primary key, fingerprint text not null, status integer, reply text not null, at integer not null",
  },
  indexes: { stripe_kind: "stripe_objects (object, seq)" },
  hook: { variable: "SANDBOX_WEBHOOK_STRIPE", path: "/hooks/stripe", sign: signatureHeader },
  refusals: {
    429: { error: { type: "invalid_request_error", code: "rate_limit", message: "Too many requests." } },
    500: { error: { type: "api_error", message: "The sandbox was told to fail." } },
  },
  routes(app, world) {
    registerRoutes(app, world, steeringOf(world), ROUTES);
    registerFrames(app, world, steeringOf(world));
  },
  control: registerSteering,
  card: paymentRows,
  reset(world) {
    steeringOf(world).charges.length = 0;
  },
};
