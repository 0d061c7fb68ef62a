/** Calls of parcels and cases, and the aggregator's messages. Parse, one verb, reply. */
import { z } from "zod";
import type { Member } from "#identity";
import {
  errorReply,
  type Http,
  type Reply,
  type Request,
  readCookie,
  requireMember,
  sendRefusal,
} from "#platform/http";
import type { Outcome } from "#platform/outcome";
import type { ProviderHealth } from "#platform/provider-health";
import { CASE_KINDS, CASE_STATES, PAID_WITH } from "./case-rules.ts";
import { SHIPMENT_REFUSALS, type ShipmentRefusal } from "./messages.ts";
import type { Shipments } from "./shipments.server.ts";

export type ShipmentCalls = { shipments: Shipments; memberOf(request: Request): Promise<Member | null> };
export type ShipmentHooks = Pick<ShipmentCalls, "shipments"> & { providerHealth: Pick<ProviderHealth, "heard"> };

const id = z.string().max(60);
const parcelParams = z.object({ parcel_id: id });
const reply200 = (shape: z.ZodRawShape) => ({
  200: z.object({ success: z.literal(true), ...shape }),
  "4xx": errorReply,
});
const parcelReply = reply200({ parcel_id: z.string() });
const caseReply = reply200({ case_id: z.string() });

export function registerShipmentCalls(app: Http, { shipments, memberOf }: ShipmentCalls) {
  const answer = <Name extends string>(
    request: Request,
    reply: Reply,
    name: Name,
    outcome: Outcome<string, ShipmentRefusal>,
  ) =>
    outcome.ok
      ? // The name is the key that it is given.
        ({ success: true as const, [name]: outcome.value } as { success: true } & Record<Name, string>)
      : sendRefusal(request, reply, SHIPMENT_REFUSALS, outcome);

  app.post(
    "/api/user/parcels",
    {
      schema: {
        tags: ["shipments"],
        summary: "Follow a parcel by its tracking number; the same number once more is the same parcel",
        body: z.object({
          number: z.string().max(400),
          name: z.string().max(300).default(""),
          is_return: z.boolean().default(false),
        }),
        response: reply200({ parcel_id: z.string(), known: z.boolean() }),
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const zone = readCookie(request.headers.cookie, "zone");
      const outcome = await shipments.add({
        ...request.body,
        ...{ user_id: member.user_id, country: member.country_code, zone },
      });
      if (!outcome.ok) return sendRefusal(request, reply, SHIPMENT_REFUSALS, outcome);
      return { success: true as const, ...outcome.value };
    },
  );

  app.post(
    "/api/user/parcels/:parcel_id/name",
    {
      schema: {
        tags: ["shipments"],
        summary: "Name a parcel",
        params: parcelParams,
        body: z.object({ name: z.string().max(300) }),
        response: parcelReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const asked = { ...request.body, ...request.params, user_id: member.user_id };
      return answer(request, reply, "parcel_id", await shipments.rename(asked));
    },
  );

  app.post(
    "/api/user/parcels/:parcel_id/carrier",
    {
      schema: {
        tags: ["shipments"],
        summary: "Say which carrier brings a parcel, where its number may be several's",
        params: parcelParams,
        body: z.object({ carrier: z.string().max(40) }),
        response: parcelReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const asked = { ...request.body, ...request.params, user_id: member.user_id };
      return answer(request, reply, "parcel_id", await shipments.chooseCarrier(asked));
    },
  );

  for (const [path, summary, act] of [
    ["received", "Say that a parcel came", shipments.receive],
    ["remove", "Follow a parcel no more", shipments.remove],
  ] as const)
    app.post(
      `/api/user/parcels/:parcel_id/${path}`,
      { schema: { tags: ["shipments"], summary, params: parcelParams, response: parcelReply } },
      async (request, reply) => {
        const member = await requireMember(request, reply, memberOf);
        if (!member) return reply;
        return answer(request, reply, "parcel_id", await act({ ...request.params, user_id: member.user_id }));
      },
    );

  app.post(
    "/api/user/parcels/:parcel_id/case",
    {
      schema: {
        tags: ["shipments"],
        summary: "Say what is wrong with a parcel; the same once more is the same case",
        params: parcelParams,
        body: z.object({
          kind: z.enum(CASE_KINDS),
          demand: z.enum(["reship", "refund"]),
          paid_with: z.enum(PAID_WITH).nullable().default(null),
          words: z.string().max(1_000).default(""),
        }),
        response: caseReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const asked = { ...request.body, ...request.params, user_id: member.user_id };
      return answer(request, reply, "case_id", await shipments.report(asked));
    },
  );

  app.post(
    "/api/user/parcel-cases/:case_id/step",
    {
      schema: {
        tags: ["shipments"],
        summary: "Say what was done about a case, or how it ended",
        params: z.object({ case_id: id }),
        body: z.object({ state: z.enum(CASE_STATES), paid_with: z.enum(PAID_WITH).optional() }),
        response: caseReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const asked = { ...request.body, ...request.params, user_id: member.user_id };
      return answer(request, reply, "case_id", await shipments.step(asked));
    },
  );
}

const MAX_BODY = 256 * 1_024;

/** EasyPost's messages, with the body as it was sent: the signature is over its bytes. */
export function registerShipmentHooks(app: Http, { shipments, providerHealth }: ShipmentHooks) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));
  app.post(
    "/hooks/easypost",
    { config: { rateLimit: false }, schema: { hide: true } },
    async (request: Request, reply: Reply) => {
      const signature = request.headers["x-hmac-signature"];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const heard = await shipments.keepHint(typeof signature === "string" ? signature : undefined, body);
      // Without a secret of theirs they sign nothing: that too is a mistake of the set-up.
      await providerHealth.heard("easypost", heard);
      return heard ? { success: true } : reply.code(401).send({ success: false });
    },
  );
}
