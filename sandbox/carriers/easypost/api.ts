import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS, isoSeconds } from "../../clock.ts";
import type { World } from "../../world.ts";
import { EASYPOST } from "./credentials.ts";
import { STORIES, type Step, TEST_CODES } from "./stories.ts";

/** EasyPost's Trackers (docs.easypost.com): made once for each number, read by their id, told of by signed events. */
export interface StoredTracker {
  id: string;
  code: string;
  carrier: string;
  story: string;
  /** What the outside has been told of, and whether the carrier stopped scanning. */
  told: number;
  silent: number;
  begun_at: number;
}

const HOUR_MS = 3_600_000;
const idOf = (prefix: string, text: string) =>
  `${prefix}_${createHmac("sha256", "easypost").update(text).digest("hex").slice(0, 32)}`;

const find = (world: World, key: string) =>
  world.db.get<StoredTracker>("select * from easypost_trackers where id = ?1 or code = ?1", key);

function stepsOf(world: World, tracker: StoredTracker): (Step & { at: number })[] {
  const fixed = TEST_CODES[tracker.code];
  const steps: readonly Step[] = fixed
    ? [{ hours: 0, status: fixed, detail: fixed === "failure" ? "delivery_exception" : fixed, message: fixed }]
    : ((STORIES[tracker.story] ?? STORIES.plain)?.steps ?? []);
  const until = tracker.silent === 0 ? world.clock.now() : tracker.silent;
  return steps
    .map((step) => ({ ...step, at: Math.floor((tracker.begun_at + step.hours * HOUR_MS) / 1_000) * 1_000 }))
    .filter(({ at, status }) => at <= until && status !== "unknown");
}

/** The fields of the reference's tracker object. */
export function trackerObject(world: World, tracker: StoredTracker) {
  const steps = stepsOf(world, tracker);
  const last = steps.at(-1);
  const days = STORIES[tracker.story]?.days;
  const due = days == null || TEST_CODES[tracker.code] ? null : tracker.begun_at + days * DAY_MS;
  return {
    id: tracker.id,
    object: "Tracker",
    mode: "test",
    tracking_code: tracker.code,
    status: last?.status ?? "unknown",
    status_detail: last?.detail ?? "unknown",
    signed_by: null,
    weight: null,
    est_delivery_date: due === null ? null : `${new Date(due).toISOString().slice(0, 10)}T00:00:00Z`,
    shipment_id: null,
    carrier: tracker.carrier,
    tracking_details: steps.map((step) => ({
      object: "TrackingDetail",
      message: step.message,
      description: "",
      status: step.status,
      status_detail: step.detail,
      datetime: isoSeconds(step.at),
      source: tracker.carrier,
      carrier_code: null,
      tracking_location: {
        object: "TrackingLocation",
        city: step.city ?? null,
        state: step.state ?? null,
        country: step.country ?? null,
        zip: null,
      },
    })),
    carrier_detail: null,
    public_url: `${world.origin()}/easypost/${tracker.id}`,
    fees: [],
    created_at: isoSeconds(tracker.begun_at),
    updated_at: isoSeconds(last?.at ?? tracker.begun_at),
  };
}

/** What a carrier itself knows of a number; null where nobody has heard of it. `due`: the promised moment. */
export function scansOf(world: World, number: string): { scans: (Step & { at: number })[]; due: number | null } | null {
  const tracker = find(world, number);
  if (!tracker) return null;
  const days = STORIES[tracker.story]?.days;
  return { scans: stepsOf(world, tracker), due: days == null ? null : tracker.begun_at + days * DAY_MS };
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message, errors: [] } });

/** Basic, with the key as the name and nothing as the password. */
function isOurs(request: FastifyRequest): boolean {
  const wanted = Buffer.from(`Basic ${Buffer.from(`${EASYPOST.key}:`).toString("base64")}`);
  const given = Buffer.from(request.headers.authorization ?? "");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function guess(code: string): string {
  if (code.startsWith("1Z")) return "UPS";
  if (/^\d{12,15}$/.test(code)) return "FedEx";
  if (/^\d{10}$/.test(code) || code.startsWith("JJD")) return "DHLExpress";
  return "USPS";
}

export function begin(world: World, code: string, carrier: string | undefined, story = "plain"): StoredTracker {
  const known = find(world, code);
  if (known) return known;
  world.db.run(
    "insert into easypost_trackers (id, code, carrier, story, told, silent, begun_at) values (?, ?, ?, ?, 0, 0, ?)",
    idOf("trk", code),
    code,
    carrier ?? guess(code),
    story,
    world.clock.now(),
  );
  const made = find(world, code);
  if (!made) throw new Error("the tracker was not kept");
  // What is there at the beginning is in the answer.
  world.db.run("update easypost_trackers set told = ? where id = ?", stepsOf(world, made).length, made.id);
  return made;
}

export function registerEasypost(app: FastifyInstance, world: World): void {
  const options = { config: { target: "easypost.trackers" } };
  app.post<{ Body: { tracker?: { tracking_code?: unknown; carrier?: unknown } } | null }>(
    "/easypost/v2/trackers",
    options,
    (request, reply) => {
      if (!isOurs(request)) return refuse(reply, 401, "APIKEY.INACTIVE", "This api key is no longer active.");
      const { tracking_code, carrier } = request.body?.tracker ?? {};
      if (typeof tracking_code !== "string" || !/^[A-Z0-9-]{5,60}$/.test(tracking_code))
        return refuse(reply, 422, "TRACKER.CREATE.ERROR", "The tracking code is not valid.");
      return reply
        .code(201)
        .send(trackerObject(world, begin(world, tracking_code, typeof carrier === "string" ? carrier : undefined)));
    },
  );
  app.get<{ Params: { id: string } }>("/easypost/v2/trackers/:id", options, (request, reply) => {
    if (!isOurs(request)) return refuse(reply, 401, "APIKEY.INACTIVE", "This api key is no longer active.");
    const tracker = find(world, request.params.id);
    if (!tracker) return refuse(reply, 404, "TRACKER.NOT_FOUND", "The requested resource could not be found.");
    return trackerObject(world, tracker);
  });
}

/** The event that says that a tracker changed, with the tracker in it. */
export function tell(world: World, tracker: StoredTracker, forged = false): number[] {
  const steps = stepsOf(world, tracker).length;
  world.db.run("update easypost_trackers set told = ? where id = ?", steps, tracker.id);
  const at = isoSeconds(world.clock.now());
  return world.outbox.send({
    channel: "easypost",
    subject: tracker.id,
    event: "tracker.updated",
    contentType: "application/json",
    forged,
    body: JSON.stringify({
      id: idOf("evt", `${tracker.id}:${steps}:${world.clock.now()}`),
      object: "Event",
      mode: "test",
      description: "tracker.updated",
      previous_attributes: {},
      pending_urls: [],
      completed_urls: [],
      status: "pending",
      result: trackerObject(world, tracker),
      created_at: at,
      updated_at: at,
    }),
  });
}

/** What carriers scanned since everybody was last told. Answers how many trackers changed. */
export function tellAll(world: World): number {
  const fresh = world.db
    .all<StoredTracker>("select * from easypost_trackers")
    .filter((tracker) => stepsOf(world, tracker).length > tracker.told);
  for (const tracker of fresh) tell(world, tracker);
  return fresh.length;
}

export function signatureHeader(_world: World, body: string, forged: boolean): Record<string, string> {
  const secret = (forged ? "not-the-secret" : EASYPOST.webhookSecret).normalize("NFKD");
  return { "X-Hmac-Signature": `hmac-sha256-hex=${createHmac("sha256", secret).update(body).digest("hex")}` };
}

/** `POST /control/parcels/{number}`: sets a story, stops the scans, tells again, or tells under a wrong signature. */
export function registerControl(app: FastifyInstance, world: World): void {
  app.post<{
    Params: { number: string };
    Body: { story?: string; silent?: boolean; tell?: boolean; forge?: boolean; carrier?: string } | null;
  }>("/control/parcels/:number", (request, reply) => {
    const { story, silent, forge, carrier } = request.body ?? {};
    if (story !== undefined && !STORIES[story])
      return reply.code(400).send({ error: `stories are ${Object.keys(STORIES).join(", ")}` });
    const { id } = begin(world, request.params.number, carrier, story);
    if (story !== undefined) world.db.run("update easypost_trackers set story = ? where id = ?", story, id);
    if (silent !== undefined)
      world.db.run("update easypost_trackers set silent = ? where id = ?", silent ? world.clock.now() : 0, id);
    const tracker = find(world, id);
    if (!tracker) return reply.code(404).send({});
    if (request.body?.tell || forge) tell(world, tracker, forge);
    return { tracker: trackerObject(world, tracker), stories: Object.keys(STORIES) };
  });
  app.post("/control/parcels", () => ({ told: tellAll(world) }));
}
