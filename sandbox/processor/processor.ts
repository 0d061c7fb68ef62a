import type { FastifyInstance } from "fastify";
import type { World } from "../world.ts";
import { registerRoutes } from "./api.ts";
import { registerFrames } from "./browser/frames.ts";
import { registerSteering } from "./control.ts";
import { registerSigning } from "./events.ts";
import { ROUTES } from "./routes.ts";
import { createSteering } from "./steering.ts";

/** The card processor, playing Stripe: its API, the script and frames that it serves to browsers, and its webhooks. */
export function registerProcessor(app: FastifyInstance, world: World): void {
  const steering = createSteering();
  registerSigning(world);
  registerRoutes(app, world, steering, ROUTES);
  registerFrames(app, world, steering);
  registerSteering(app, world, steering);
}
