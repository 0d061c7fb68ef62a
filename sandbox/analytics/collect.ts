import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../world.ts";

/** Google Analytics 4, the Measurement Protocol: answers 204 to everything; `/debug` says what was wrong. */

interface Sent {
  client_id?: unknown;
  user_id?: unknown;
  timestamp_micros?: unknown;
  events?: unknown;
}
interface Row {
  measurement_id: string;
  client_id: string;
  user_id: string;
  name: string;
  body: string;
}

const LIMITS = { events: 25, name: 40, params: 25, backdateMs: 72 * 3_600_000 };

/** What the real one would say under `/debug/mp/collect`. */
function faults(query: Record<string, string | undefined>, sent: Sent, now: number): string[] {
  const found: string[] = [];
  if (!/^G-/.test(query.measurement_id ?? "")) found.push("measurement_id is missing");
  if (!query.api_secret) found.push("api_secret is missing");
  if (typeof sent.client_id !== "string" || !/^\d+\.\d+$/.test(sent.client_id)) found.push("client_id is not valid");
  const events = Array.isArray(sent.events) ? (sent.events as Record<string, unknown>[]) : [];
  if (events.length === 0 || events.length > LIMITS.events) found.push("events must be 1 to 25");
  for (const event of events) {
    if (typeof event.name !== "string" || !/^[a-z]\w*$/i.test(event.name) || event.name.length > LIMITS.name)
      found.push(`the event name ${String(event.name)} is not valid`);
    if (Object.keys((event.params as object | undefined) ?? {}).length > LIMITS.params) found.push("too many params");
    const micros = Number(event.timestamp_micros ?? sent.timestamp_micros ?? now * 1_000);
    if (!(micros / 1_000 > now - LIMITS.backdateMs)) found.push("timestamp_micros is older than 72 hours");
  }
  return found;
}

export function registerAnalytics(app: FastifyInstance, world: World): void {
  const collect = (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Record<string, string | undefined>;
    const sent = (typeof request.body === "string" ? JSON.parse(request.body) : (request.body ?? {})) as Sent;
    if (faults(query, sent, world.clock.now()).length === 0)
      for (const event of sent.events as { name: string }[])
        world.db.run(
          "insert into analytics_events (measurement_id, client_id, user_id, name, body, at) values (?, ?, ?, ?, ?, ?)",
          query.measurement_id ?? "",
          String(sent.client_id),
          String(sent.user_id ?? ""),
          event.name,
          JSON.stringify({ ...event, non_personalized_ads: (sent as Record<string, unknown>).non_personalized_ads }),
          world.clock.now(),
        );
    return reply.code(204).send();
  };
  app.post("/analytics/mp/collect", { config: { target: "analytics" } }, collect);
  app.post("/analytics/debug/mp/collect", (request) => ({
    validationMessages: faults(
      request.query as Record<string, string | undefined>,
      (request.body ?? {}) as Sent,
      world.clock.now(),
    ).map((description) => ({ description })),
  }));
}

/** What was right of all that came. */
export function registerCollected(app: FastifyInstance, world: World): void {
  app.get("/control/analytics", () => ({
    events: world.db
      .all<Row>("select * from analytics_events order by id")
      .map(({ body, ...row }) => ({ ...row, event: JSON.parse(body) as unknown })),
  }));
}
