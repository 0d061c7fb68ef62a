/** Calls of bookings: added, corrected, booked anew, canceled, let go. Parse, one verb, reply. */
import { z } from "zod";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import { type Outcome, refused } from "#platform/outcome";
import type { ProtectionCalls } from "./http.ts";
import { PROTECTION_REFUSALS, type ProtectionRefusal } from "./messages.ts";

const reply200 = { 200: z.object({ success: z.literal(true) }), "4xx": errorReply };
const params = z.object({ trip_id: z.string().max(60) });
const base = "/api/user/protection/trips";
const text = z.string().max(300).default("");
const booking = z.object({
  kind: z.enum(["stay", "car"]),
  ...{ name: text, city: text, country: text, reservation_number: text, begins: text, ends: text, what: text },
  ...{ pick_up_code: text, drop_off_code: text, drop_off_place: text, driver_age: text },
  ...{ board: text, adults: z.number().default(1), currency: text, total_minor: text, cancel_free_until: text },
});

export function registerTripCalls(app: Http, { protection, memberOf }: ProtectionCalls) {
  const answer = (request: Request, reply: Reply, outcome: Outcome<unknown, ProtectionRefusal>) =>
    outcome.ok ? { success: true as const } : sendRefusal(request, reply, PROTECTION_REFUSALS, outcome);
  /** On a booking of the member's own, by its id as addresses have it. */
  async function act(
    request: Request & { params: unknown },
    reply: Reply,
    verb: (asked: { user_id: string; trip_id: string }) => Promise<Outcome<unknown, ProtectionRefusal>>,
  ) {
    const member = await requireMember(request, reply, memberOf);
    if (!member) return reply;
    const trip_id = protection.tripId(params.parse(request.params).trip_id);
    const outcome = trip_id ? await verb({ user_id: member.user_id, trip_id }) : refused("unknown_watch" as const);
    return answer(request, reply, outcome);
  }

  app.post(
    base,
    {
      schema: {
        ...{ tags: ["protection"], summary: "Add a booking by hand; the same request_key once more is the same one" },
        ...{ body: booking.extend({ request_key: z.string().min(6).max(100) }), response: reply200 },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return answer(request, reply, await protection.addTrip({ ...request.body, user_id: member.user_id }));
    },
  );

  app.post(
    `${base}/:trip_id`,
    { schema: { tags: ["protection"], summary: "Correct a booking", params, body: booking, response: reply200 } },
    (request, reply) => act(request, reply, (asked) => protection.correctTrip({ ...request.body, ...asked })),
  );

  app.post(
    `${base}/:trip_id/rebooked`,
    {
      schema: {
        ...{ tags: ["protection"], summary: "Say that it was booked anew for less", params, response: reply200 },
        body: z.object({ reservation_number: text, total_minor: text }),
      },
    },
    (request, reply) => act(request, reply, (asked) => protection.rebookTrip({ ...request.body, ...asked })),
  );

  app.post(
    `${base}/:trip_id/canceled`,
    {
      schema: { tags: ["protection"], summary: "Say that the old booking was canceled", params, response: reply200 },
    },
    (request, reply) => act(request, reply, (asked) => protection.cancelTrip(asked)),
  );

  app.post(
    `${base}/:trip_id/withdraw`,
    { schema: { tags: ["protection"], summary: "Stop watching a booking", params, response: reply200 } },
    (request, reply) => act(request, reply, (asked) => protection.withdrawTrip(asked)),
  );
}
