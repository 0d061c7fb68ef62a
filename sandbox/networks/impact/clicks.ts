import type { FastifyInstance } from "fastify";
import type { World } from "../../world.ts";
import { type Tracked, track } from "../clicks.ts";
import { IMPACT } from "./credentials.ts";

export function registerImpactClicks(app: FastifyInstance, world: World): void {
  app.get<{
    Params: { partner: string; ad: string; program: string };
    Querystring: Record<string, string | undefined>;
  }>("/impact/c/:partner/:ad/:program", { config: { target: "impact.click" } }, (request, reply) => {
    const { partner, program } = request.params;
    const q = request.query;
    const known = /^[1-9]\d{0,9}$/.test(partner);
    const programme = known ? world.catalogue.programmes().byId("impact", program) : undefined;
    const subs: Tracked["subs"] = [q.subId1 ?? "", q.subId2 ?? "", q.subId3 ?? "", q.sharedid ?? ""];
    const others = partner !== IMPACT.partner;
    return track(world, request, reply, { network: "impact", programme, destination: q.u, subs, others });
  });
}
