import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#settings";
import { type Running, run } from "../../../../sandbox/test/running.ts";
import { createLogTrap } from "../../../../test/support/world.ts";
import type { Processor } from "../processor.types.ts";
import { declineGroup, isRetryable } from "../stripe/decline-codes.ts";
import { createStripeProcessor } from "../stripe/stripe.ts";

let world: Running;
let processor: Processor;
const library = new Stripe("sk_test_sandbox", { maxNetworkRetries: 0 });
const SECRET = "whsec_sandbox";

const adapter = (more: { STRIPE_WEBHOOK_SECRET?: string } = {}) =>
  createStripeProcessor(
    { ...readConfig({ SANDBOX_PORT: new URL(world.sandbox.url).port }), ...more },
    createLogTrap().log,
  );

beforeAll(async () => {
  world = await run();
  processor = adapter();
});
afterAll(() => world.close());

async function pay() {
  const customer_id = await processor.ensureCustomer({ user_id: "usr_1", email: null, name: "Ann Lee" });
  const setup = await processor.startSetup({ customer_id, idempotency_key: "setup-1" });
  await world.call(`/stripe/v1/setup_intents/${setup.setup_id}/confirm`, {
    auth: "Bearer pk_test_sandbox",
    form: { client_secret: setup.client_secret, payment_method: "pm_card_visa" },
  });
  return processor.charge({
    customer_id,
    payment_method_id: (await processor.readSetup(setup.setup_id)).payment_method_id ?? "",
    amount_minor: 1_199n,
    currency: "USD",
    off_session: true,
    statement: "MEMBERSHIP",
    metadata: {},
    idempotency_key: "charge-1",
  });
}

describe("webhooks", () => {
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "charge.refunded",
    created: 1_790_000_000,
    data: { object: { id: "ch_1", object: "charge", payment_intent: "pi_1" } },
  });
  const header = (secret: string, timestamp = Math.floor(Date.now() / 1_000)) =>
    library.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });

  it("are taken with a right signature, tell only what they are about, and are kept as they came", () => {
    expect(processor.readWebhook(Buffer.from(body), header(SECRET))).toEqual({
      event_id: "evt_1",
      type: "charge.refunded",
      object_id: "pi_1",
      at: new Date(1_790_000_000_000),
      raw: JSON.parse(body),
    });
  });

  it("are taken while the secret is changed, whichever side is first", () => {
    const both = adapter({ STRIPE_WEBHOOK_SECRET: "whsec_new_secret, whsec_sandbox" });
    expect(both.readWebhook(Buffer.from(body), header(SECRET))?.event_id).toBe("evt_1");
    const two = `${header("whsec_old_secret")},${header(SECRET).split(",")[1]}`;
    expect(processor.readWebhook(Buffer.from(body), two)?.event_id).toBe("evt_1");
  });

  it.each([
    ["forged", () => header("whsec_not_the_secret"), body],
    ["recorded six minutes ago", () => header(SECRET, Math.floor(Date.now() / 1_000) - 360), body],
    ["changed on the way", () => header(SECRET), body.replace("pi_1", "pi_2")],
    ["without a signature", () => "", body],
    ["with another scheme", () => header(SECRET).replace("v1=", "v0="), body],
    ["nonsense", () => "t=,v1=", body],
  ])("are refused when %s", (_what, signature, sent) => {
    expect(processor.readWebhook(Buffer.from(sent), signature())).toBeNull();
  });

  it("come from the sandbox genuinely signed, and forged when it is told to", async () => {
    const paid = await pay();
    const about = () => world.received.filter((hook) => hook.body.includes(`"${paid.payment_id}"`));
    await world.until(() => about().some((hook) => hook.body.includes("payment_intent.succeeded")));
    const taken = about().map((hook) =>
      processor.readWebhook(Buffer.from(hook.body), String(hook.headers["stripe-signature"])),
    );
    expect(taken.map((event) => event?.object_id)).toEqual(taken.map(() => paid.payment_id));
    expect(taken.map((event) => event?.type)).toContain("charge.succeeded");
    const before = about().length;
    await world.control(`stripe/${paid.payment_id}/forge`, {});
    await world.control(`stripe/${paid.payment_id}/duplicate`, {});
    await world.until(() => about().length === before + 2);
    const [forged, doubled] = about()
      .slice(before)
      .map((hook) => processor.readWebhook(Buffer.from(hook.body), String(hook.headers["stripe-signature"])));
    expect([forged, doubled?.event_id]).toEqual([null, taken.at(-1)?.event_id]);
  });
});

describe("decline codes", () => {
  it("never tell that a card was reported lost or stolen, or looks like fraud", () => {
    for (const code of ["lost_card", "stolen_card", "pickup_card", "fraudulent"])
      expect(declineGroup("card_declined", code)).toBe("generic");
    expect(declineGroup("card_declined", "insufficient_funds")).toBe("other_card");
    expect(declineGroup("incorrect_cvc", null)).toBe("fix_entry");
    expect(declineGroup("a_code_of_next_year", null)).toBe("generic");
    expect(isRetryable(["card_declined", null, "highest_risk_level"])).toBe(false);
  });
});
