import type { FastifyInstance } from "fastify";
import type { World } from "../../world.ts";
import { type Tracked, track } from "../clicks.ts";
import { AWIN } from "./credentials.ts";

export function registerAwinClicks(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Record<string, string | undefined> }>(
    "/awin/cread.php",
    { config: { target: "awin.click" } },
    (request, reply) => {
      const q = request.query;
      const known = q.awinaffid === AWIN.publisher;
      const programme = known ? world.catalogue.programmes().byId("awin", q.awinmid ?? "") : undefined;
      const subs: Tracked["subs"] = [q.clickref ?? "", q.clickref2 ?? "", q.clickref3 ?? "", q.clickref4 ?? ""];
      return track(world, request, reply, { network: "awin", programme, destination: q.ued ?? q.p, subs });
    },
  );
}
