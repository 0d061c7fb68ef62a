import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../../world.ts";
import { scansOf } from "../easypost/api.ts";
import { UPS } from "./credentials.ts";

/** UPS's Tracking API and its client credentials (github.com/UPS-API/api-documentation). What it scans is what the aggregator tells of. */
const TYPES: Readonly<Record<string, string>> = {
  pre_transit: "M",
  in_transit: "I",
  out_for_delivery: "O",
  available_for_pickup: "I",
  return_to_sender: "RS",
  delivered: "D",
  failure: "X",
  error: "X",
  cancelled: "MV",
};
const TOKEN_SECONDS = 14_399;

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ response: { errors: [{ code, message }] } });

function isOurs(request: FastifyRequest): boolean {
  const wanted = Buffer.from(`Basic ${Buffer.from(`${UPS.clientId}:${UPS.clientSecret}`).toString("base64")}`);
  const given = Buffer.from(request.headers.authorization ?? "");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll("-", "");
/** Without the zero before hours of one digit, as they write it. */
const timeOf = (at: number): string => String(Number(new Date(at).toISOString().slice(11, 19).replaceAll(":", "")));

function detailsOf(number: string, { scans, due }: NonNullable<ReturnType<typeof scansOf>>) {
  const activity = scans.toReversed().map(({ at, status, message, city, state, country }) => ({
    ...{ date: dateOf(at), time: timeOf(at).padStart(6, "0"), gmtDate: dateOf(at), gmtTime: timeOf(at) },
    gmtOffset: "+00:00",
    location: { address: { city: city ?? "", stateProvince: state ?? "", countryCode: country ?? "" }, slic: "0000" },
    status: { type: TYPES[status] ?? "I", description: message, code: "00", statusCode: "000" },
  }));
  const delivered = scans.find(({ status }) => status === "delivered");
  const dates = [
    ...(due === null ? [] : [{ type: "SDD", date: dateOf(due) }]),
    ...(delivered ? [{ type: "DEL", date: dateOf(delivered.at) }] : []),
  ];
  const parcel = { trackingNumber: number, deliveryDate: dates, activity, packageCount: 1 };
  return { trackResponse: { shipment: [{ inquiryNumber: number, package: [parcel] }] } };
}

export function registerUps(app: FastifyInstance, world: World): void {
  const passes = new Map<string, number>();
  app.post("/ups/security/v1/oauth/token", { config: { target: "ups.token" } }, (request, reply) => {
    if (!isOurs(request)) return refuse(reply, 401, "10401", "ClientId is Invalid");
    if ((request.body as { grant_type?: string } | null)?.grant_type !== "client_credentials")
      return refuse(reply, 400, "10400", "Invalid/Missing grant type");
    const access_token = randomBytes(24).toString("base64url");
    const now = world.clock.now();
    passes.set(access_token, now + TOKEN_SECONDS * 1_000);
    return {
      ...{ token_type: "Bearer", issued_at: String(now), client_id: UPS.clientId, access_token, scope: "public" },
      ...{ expires_in: String(TOKEN_SECONDS), refresh_count: "0", status: "approved" },
    };
  });
  app.get<{ Params: { number: string } }>(
    "/ups/api/track/v1/details/:number",
    { config: { target: "ups.track" } },
    (request, reply) => {
      const pass = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      if ((passes.get(pass) ?? 0) <= world.clock.now())
        return refuse(reply, 401, "250002", "Invalid Authentication Information.");
      if (!request.headers.transid || !request.headers.transactionsrc)
        return refuse(reply, 400, "VTS0001", "A header is missing");
      const { number } = request.params;
      const found = scansOf(world, number);
      return found ? detailsOf(number, found) : refuse(reply, 404, "151044", "No tracking information available");
    },
  );
}
