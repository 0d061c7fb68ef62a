/** Calls of the landing flow: the wheel for pages with script. Every step works by its posted form too. */
import { z } from "zod";
import type { Member } from "#identity";
import { MEMBERSHIP_REFUSALS } from "#membership";
import type { Partners } from "#partners";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Caller, Landing } from "./landing.server.ts";
import { LANDING_REFUSALS } from "./messages.ts";

export type LandingCalls = { landing: Landing; partners: Partners; memberOf(request: Request): Promise<Member | null> };

const REFUSALS = { ...MEMBERSHIP_REFUSALS, ...LANDING_REFUSALS };
const paymentReply = z.object({
  success: z.literal(true),
  state: z.enum(["paid", "processing", "requires_action"]),
  next: z.string().optional(),
  charge_id: z.string().optional(),
  client_secret: z.string().optional(),
});

export function registerLandingCalls(app: Http, deps: LandingCalls) {
  function visitOf(request: Request): Omit<Caller, "member"> {
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === "string" ? value : null;
    };
    return { header, brand: deps.partners.ofRequest(request) };
  }
  const memberFor = async (request: Request, reply: Reply) => {
    const member = await requireMember(request, reply, deps.memberOf);
    return member && { ...visitOf(request), member };
  };

  app.post(
    "/api/landing/spin",
    {
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
      schema: {
        tags: ["landing"],
        summary: "Draw the bonus of this visit; asked again, the same",
        response: {
          200: z.object({ success: z.literal(true), amount_minor: z.string(), place: z.number().int() }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const outcome = await deps.landing.spin({ ...visitOf(request), member: await deps.memberOf(request) });
      if (!outcome.ok) return sendRefusal(request, reply, LANDING_REFUSALS, outcome);
      const { prize } = outcome.value;
      if (!prize) return sendRefusal(request, reply, LANDING_REFUSALS, { code: "flow_not_found" });
      return { success: true as const, amount_minor: prize.amount_minor, place: prize.place };
    },
  );

  app.post(
    "/api/landing/card",
    {
      schema: {
        tags: ["landing"],
        summary: "A place for the browser to put the card in, when it is this visit's turn to pay",
        response: { 200: z.object({ success: z.literal(true), client_secret: z.string() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const caller = await memberFor(request, reply);
      if (!caller) return reply;
      const outcome = await deps.landing.startCard(caller);
      if (!outcome.ok) return sendRefusal(request, reply, REFUSALS, outcome);
      return { success: true as const, ...outcome.value };
    },
  );

  app.post(
    "/api/landing/terms",
    {
      schema: {
        tags: ["landing"],
        summary: "Price, dates and words of consent that hold with the card that was saved",
        body: z.object({ setup_id: z.string().min(1).max(200) }),
        response: {
          200: z.object({
            with_trial: z.boolean(),
            trial_days: z.number().int(),
            first_minor: z.string(),
            monthly_minor: z.string(),
            today: z.string(),
            first_charge_on: z.string(),
            reminder_on: z.string().nullable(),
            cancel_by: z.string(),
            consent: z.object({ en: z.string(), es: z.string() }),
            bonus_already_claimed: z.boolean(),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const caller = await memberFor(request, reply);
      if (!caller) return reply;
      return deps.landing.terms(caller, request.body.setup_id);
    },
  );

  app.post(
    "/api/landing/pay",
    {
      schema: {
        tags: ["landing"],
        summary: "Join with the card that was saved, by the words that were shown; asked again, the same payment",
        body: z.object({
          setup_id: z.string().min(1).max(200),
          words: z.string().min(1).max(2_000),
          language: z.enum(["en", "es"]),
          no_retries: z.boolean(),
        }),
        response: { 200: paymentReply, "4xx": errorReply, "5xx": errorReply },
      },
    },
    async (request, reply) => {
      const caller = await memberFor(request, reply);
      if (!caller) return reply;
      const outcome = await deps.landing.pay(caller, {
        ...request.body,
        address: request.ip,
        user_agent: request.headers["user-agent"] ?? "",
      });
      if (!outcome.ok) return sendRefusal(request, reply, REFUSALS, outcome);
      return { success: true as const, ...outcome.value };
    },
  );

  app.post(
    "/api/landing/finish",
    {
      schema: {
        tags: ["landing"],
        summary: "After the bank has asked the card's owner: what became of the payment",
        body: z.object({ charge_id: z.string().max(60) }),
        response: { 200: paymentReply, "4xx": errorReply, "5xx": errorReply },
      },
    },
    async (request, reply) => {
      const caller = await memberFor(request, reply);
      if (!caller) return reply;
      const outcome = await deps.landing.finish(caller, request.body.charge_id);
      if (!outcome.ok) return sendRefusal(request, reply, REFUSALS, outcome);
      return { success: true as const, ...outcome.value };
    },
  );
}
