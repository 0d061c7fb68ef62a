import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OutgoingError } from "#platform/outgoing";
import type { HealthNote } from "#platform/provider-health";
import { readConfig } from "#settings";
import { type Running, run } from "../../../../sandbox/test/running.ts";
import { createLogTrap } from "../../../../test/support/world.ts";
import type { Processor } from "../processor.types.ts";
import { createStripeProcessor } from "../stripe/stripe.ts";

let world: Running;
let processor: Processor;
let customer = "";
let keys = 0;
const key = () => {
  keys += 1;
  return `key-${keys}`;
};

const settings = () => readConfig({ SANDBOX_PORT: new URL(world.sandbox.url).port });
const adapter = (limits = {}, more: Partial<ReturnType<typeof settings>> = {}) =>
  createStripeProcessor({ ...settings(), ...more }, createLogTrap().log, {
    timeout_ms: 3_000,
    retries: 0,
    heard: async (note) => void notes.push(note),
    ...limits,
  });
const notes: HealthNote[] = [];

/** What the page does: the card goes to the processor alone, and the setup is confirmed there. */
async function putOnFile(token: string): Promise<{ setup_id: string; status: number; card: string | null }> {
  const { setup_id, client_secret } = await processor.startSetup({ customer_id: customer, idempotency_key: key() });
  const reply = await world.call(`/stripe/v1/setup_intents/${setup_id}/confirm`, {
    auth: "Bearer pk_test_sandbox",
    form: { client_secret, payment_method: token },
  });
  return { setup_id, status: reply.status, card: (await processor.readSetup(setup_id)).payment_method_id };
}

async function cardOf(token: string): Promise<string> {
  const { card, setup_id } = await putOnFile(token);
  if ((await processor.readSetup(setup_id)).state === "requires_action") await answer(setup_id, true);
  const found = (await processor.readSetup(setup_id)).payment_method_id ?? card;
  if (!found) throw new Error(`no card for ${token}`);
  return found;
}

/** The bank's own window, where the owner of the card approves or fails. */
async function answer(intent: string, approve: boolean): Promise<void> {
  const page = await (
    await world.call(`/stripe/v1/${intent.startsWith("pi") ? "payment" : "setup"}_intents/${intent}`, {
      auth: "Bearer sk_test_sandbox",
    })
  ).json();
  const { client_secret } = page as { client_secret: string };
  const reply = await world.call(`/stripe/3ds/${intent}`, {
    form: { secret: client_secret, outcome: approve ? "approve" : "fail" },
  });
  expect(reply.status).toBe(200);
}

const charge = (card: string, more: Partial<Parameters<Processor["charge"]>[0]> = {}) =>
  processor.charge({
    customer_id: customer,
    payment_method_id: card,
    amount_minor: 1_199n,
    currency: "USD",
    off_session: true,
    statement: "MEMBERSHIP",
    metadata: { membership: "mem_1" },
    idempotency_key: key(),
    ...more,
  });

beforeAll(async () => {
  world = await run();
  processor = adapter();
});
afterAll(() => world.close());
beforeEach(async () => {
  customer = await processor.ensureCustomer({ user_id: `usr_${key()}`, email: "ann@example.com", name: "Ann Lee" });
});

describe("customers", () => {
  it("are the same for the same member, also when the address changes or two ask at once", async () => {
    const ask = (email: string) => processor.ensureCustomer({ user_id: "usr_same", email, name: "Ann" });
    const [one, two] = await Promise.all([ask("a@example.com"), ask("a@example.com")]);
    expect(two).toBe(one);
    expect(await ask("b@example.com")).toBe(one);
  });
});

describe("customers who left", () => {
  it("are forgotten with their cards, twice over, and found by nobody; what they paid stays", async () => {
    const card = await cardOf("pm_card_visa");
    const paid = await charge(card);
    await processor.forgetCustomer(customer);
    await processor.forgetCustomer(customer);
    expect(await processor.readCard(card)).toMatchObject({ last4: "4242" });
    await expect(processor.startSetup({ customer_id: customer, idempotency_key: key() })).rejects.toThrow();
    expect(paid).toMatchObject({ state: "succeeded" });
    expect(await processor.readCharge(paid.payment_id ?? "")).toMatchObject({ state: "succeeded" });
  });
});

describe("cards", () => {
  it("are put on file with what may be shown of them, listed and taken away twice over", async () => {
    const card = await cardOf("pm_card_visa");
    expect(await processor.readCard(card)).toMatchObject({ brand: "visa", last4: "4242", wallet: null });
    expect(await processor.listCards(customer)).toHaveLength(1);
    await processor.detachCard(card);
    await processor.detachCard(card);
    expect(await processor.listCards(customer)).toEqual([]);
  });

  it.each([
    ["pm_card_apple_pay", "apple_pay"],
    ["pm_card_google_pay", "google_pay"],
  ])("%s is known for the wallet it came from", async (token, wallet) => {
    expect(await processor.readCard(await cardOf(token))).toMatchObject({ wallet });
  });

  it.each([
    "pm_card_visa_chargeDeclined",
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    "pm_card_visa_chargeDeclinedLostCard",
    "pm_card_visa_chargeDeclinedStolenCard",
    "pm_card_chargeDeclinedExpiredCard",
    "pm_card_chargeDeclinedIncorrectCvc",
    "pm_card_chargeDeclinedProcessingError",
  ])("%s is refused when it is put on file, and the setup waits for another", async (token) => {
    const { status, setup_id } = await putOnFile(token);
    expect(status).toBe(402);
    expect(await processor.readSetup(setup_id)).toMatchObject({ state: "requires_payment_method" });
    expect(await processor.listCards(customer)).toEqual([]);
  });

  it("asks the owner where the bank wants it, and a no ends without a card", async () => {
    const first = await putOnFile("pm_card_authenticationRequiredOnSetup");
    expect((await processor.readSetup(first.setup_id)).state).toBe("requires_action");
    await answer(first.setup_id, false);
    expect((await processor.readSetup(first.setup_id)).state).toBe("requires_payment_method");
    expect(await processor.listCards(customer)).toEqual([]);
  });
});

describe("charges", () => {
  it("succeed, and are read again with their amount and metadata", async () => {
    const result = await charge(await cardOf("pm_card_visa"));
    expect(result.state).toBe("succeeded");
    if (result.state !== "succeeded") throw new Error("it did not succeed");
    expect(await processor.readCharge(result.payment_id)).toMatchObject({
      ...result,
      amount_minor: 1_199n,
      metadata: { membership: "mem_1" },
    });
  });

  it.each([
    ["pm_card_chargeCustomerFail", { code: "card_declined", decline_code: "generic_decline", retryable: true }],
    ["pm_card_radarBlock", { code: "card_declined", decline_code: "fraudulent", retryable: false }],
    ["pm_card_authenticationRequired", { code: "authentication_required", retryable: false }],
    [
      "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
      { code: "authentication_required", retryable: false },
    ],
  ])("%s is declined without its owner", async (token, expected) => {
    expect(await charge(await cardOf(token))).toMatchObject({ state: "declined", ...expected });
  });

  it.each([
    ["card_declined", "insufficient_funds", true],
    ["card_declined", "do_not_honor", true],
    ["expired_card", undefined, true],
    ["processing_error", undefined, true],
    ["card_declined", "lost_card", false],
    ["card_declined", "stolen_card", false],
    ["card_declined", "pickup_card", false],
    ["card_declined", "transaction_not_allowed", false],
    ["card_declined", "revocation_of_authorization", false],
    ["incorrect_number", undefined, false],
  ])("a card on file that is then declined with %s %s is tried again: %s", async (code, decline_code, retryable) => {
    const card = await cardOf("pm_card_visa");
    await world.control("stripe/next-charge", { code, decline_code });
    expect(await charge(card)).toMatchObject({
      state: "declined",
      code,
      decline_code: decline_code ?? null,
      retryable,
      payment_id: expect.stringMatching(/^pi_/),
    });
    expect((await charge(card)).state).toBe("succeeded");
  });

  it("works off session for a card whose owner has shown himself when it was put on file", async () => {
    expect((await charge(await cardOf("pm_card_authenticationRequiredOnSetup"))).state).toBe("succeeded");
  });

  it("hands the bank's question to an owner who is there, and knows both answers", async () => {
    const card = await cardOf("pm_card_authenticationRequired");
    const first = await charge(card, { off_session: false });
    if (first.state !== "requires_action") throw new Error(first.state);
    expect(first.client_secret).toMatch(new RegExp(`^${first.payment_id}_secret_`));
    await answer(first.payment_id, true);
    expect((await processor.readCharge(first.payment_id)).state).toBe("succeeded");
    const second = await charge(card, { off_session: false });
    await answer(second.payment_id ?? "", false);
    expect(await processor.readCharge(second.payment_id ?? "")).toMatchObject({
      state: "declined",
      code: "payment_intent_authentication_failure",
    });
  });

  it("knows the card that approves and then has no money", async () => {
    const card = await cardOf("pm_card_authenticationRequiredChargeDeclinedInsufficientFunds");
    const asked = await charge(card, { off_session: false });
    await answer(asked.payment_id ?? "", true);
    expect(await processor.readCharge(asked.payment_id ?? "")).toMatchObject({
      state: "declined",
      decline_code: "insufficient_funds",
    });
  });

  it("may take time, and end either way", async () => {
    const card = await cardOf("pm_card_visa");
    await world.control("stripe/next-charge", { mode: "processing", times: 2 });
    const [one, two] = [await charge(card), await charge(card)];
    expect([one.state, two.state]).toEqual(["processing", "processing"]);
    await world.control(`stripe/${one.payment_id}/settle`, {});
    await world.control(`stripe/${two.payment_id}/fail`, {});
    expect((await processor.readCharge(one.payment_id ?? "")).state).toBe("succeeded");
    expect((await processor.readCharge(two.payment_id ?? "")).state).toBe("declined");
  });
});

describe("the same charge again", () => {
  const payments = async () => {
    const reply = await world.call(`/stripe/v1/payment_intents?customer=${customer}`, {
      auth: "Bearer sk_test_sandbox",
    });
    return ((await reply.json()) as { data: { status: string }[] }).data;
  };

  it("answers the same, succeeded or declined, also when the processor has forgotten the key", async () => {
    const card = await cardOf("pm_card_visa");
    const failing = await cardOf("pm_card_chargeCustomerFail");
    const [good, bad] = [key(), key()];
    const first = await charge(card, { idempotency_key: good });
    const refused = await charge(failing, { idempotency_key: bad });
    expect(await charge(card, { idempotency_key: good })).toEqual(first);
    await world.control("clock", { advance_seconds: 3 * 86_400 });
    expect(await charge(card, { idempotency_key: good })).toEqual(first);
    expect(await charge(failing, { idempotency_key: bad })).toEqual(refused);
    expect(await payments()).toHaveLength(2);
  });

  it("tells both the same when two ask at once and the first takes long, without a repeat", async () => {
    const [card, same] = [await cardOf("pm_card_visa"), key()];
    await world.control("stripe/slow", { ms: 1_500 });
    const first = charge(card, { idempotency_key: same });
    // The first has looked for it, found nothing, and has been asking for 300 ms.
    await new Promise((next) => setTimeout(next, 1_800));
    await world.control("stripe/slow", { ms: 0 });
    const second = await charge(card, { idempotency_key: same });
    expect(await first).toMatchObject({ state: "succeeded" });
    expect(second).toEqual(await first);
    expect(await payments()).toHaveLength(1);
  });

  it("takes a payment that another press is just making for no decline", async () => {
    const [card, same] = [await cardOf("pm_card_visa"), key()];
    const reply = await world.call("/stripe/v1/payment_intents", {
      auth: "Bearer sk_test_sandbox",
      form: {
        ...{ amount: "1199", currency: "usd", customer, payment_method: card },
        ...{ "allowed_payment_method_types[0]": "card", "metadata[charge_key]": same },
      },
    });
    expect(((await reply.json()) as { status: string }).status).toBe("requires_confirmation");
    expect(await processor.findCharge({ customer_id: customer, idempotency_key: same })).toMatchObject({
      state: "processing",
    });
    expect(await charge(card, { idempotency_key: same })).toMatchObject({ state: "succeeded" });
  });

  it("is made once when two ask at once", async () => {
    const card = await cardOf("pm_card_visa");
    await world.control("stripe/slow", { ms: 150 });
    const patient = adapter({ retries: 3 });
    const input = {
      customer_id: customer,
      payment_method_id: card,
      amount_minor: 100n,
      currency: "USD" as const,
      off_session: true,
      statement: "TRIAL",
      metadata: {},
      idempotency_key: key(),
    };
    const results = await Promise.all([patient.charge(input), patient.charge(input), patient.charge(input)]);
    await world.control("stripe/slow", { ms: 0 });
    expect(new Set(results.map((result) => result.payment_id)).size).toBe(1);
    expect(await payments()).toHaveLength(1);
  });

  it("finds the money that moved although the answer was a failure or never came", async () => {
    const card = await cardOf("pm_card_visa");
    await world.control("stripe/next-charge", { mode: "lost" });
    expect((await charge(card)).state).toBe("succeeded");
    await world.control("fail", { target: "stripe.payment_intents.create", mode: "lost-reply", times: 2 });
    expect((await charge(card)).state).toBe("succeeded");
    await world.control("fail", { target: "stripe.payment_intents.create", mode: "off" });
    expect((await payments()).filter((payment) => payment.status === "succeeded")).toHaveLength(2);
  });

  it.each([
    ["429", false],
    ["500", true],
    ["timeout", true],
    ["reset", true],
  ])("fails by name on %s when nothing was done, and then works under the same key", async (mode, unknown) => {
    const card = await cardOf("pm_card_visa");
    const hasty = adapter({ timeout_ms: 400 });
    const again = {
      customer_id: customer,
      payment_method_id: card,
      amount_minor: 1_199n,
      currency: "USD" as const,
      off_session: true,
      statement: "MEMBERSHIP",
      metadata: {},
      idempotency_key: key(),
    };
    await world.control("fail", { target: "stripe.payment_intents.create", mode, times: 5 });
    notes.length = 0;
    const failure = await hasty.charge(again).catch((error: unknown) => error);
    expect(notes.some((note) => "fault" in note)).toBe(true);
    await world.control("fail", { target: "stripe.payment_intents.create", mode: "off" });
    expect(failure).toBeInstanceOf(OutgoingError);
    expect(failure).toMatchObject({ unknown });
    expect((await hasty.charge(again)).state).toBe("succeeded");
    expect(await payments()).toHaveLength(1);
  });

  it("refuses other parameters under a used key, as the real one does", async () => {
    const send = (amount: string) =>
      world.call("/stripe/v1/payment_intents", {
        auth: "Bearer sk_test_sandbox",
        headers: { "idempotency-key": `direct-${customer}` },
        form: { amount, currency: "usd", customer },
      });
    const first = (await (await send("100")).json()) as { id: string };
    const again = await send("100");
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(((await again.json()) as { id: string }).id).toBe(first.id);
    const other = await send("200");
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: { type: "idempotency_error" } });
  });
});

describe("refunds and the balance", () => {
  it("add up to the cent, oldest first, with the payment each row is about", async () => {
    const since = new Date(Date.parse((await world.control<{ clock: { now: string } }>("state")).clock.now) - 1_000);
    const paid = await charge(await cardOf("pm_card_visa"));
    const other = await charge(await cardOf("pm_card_visa"));
    if (paid.state !== "succeeded" || other.state !== "succeeded") throw new Error("not charged");
    const refund = { payment_id: paid.payment_id, amount_minor: 199n, idempotency_key: key() };
    const { refund_id } = await processor.refund(refund);
    expect((await processor.refund(refund)).refund_id).toBe(refund_id);
    // More than is left: an error without a code of the closed list is no answer about the refund.
    await expect(
      processor.refund({ payment_id: paid.payment_id, amount_minor: 1_001n, idempotency_key: key() }),
    ).rejects.toMatchObject({ status: 400 });
    await world.control(`stripe/${other.payment_id}/dispute`, {});
    const rows = await Array.fromAsync(processor.balance(since));
    const mine = rows.filter((row) => row.payment_id === paid.payment_id || row.payment_id === other.payment_id);
    expect(mine.map(({ kind, amount_minor, fee_minor }) => [kind, amount_minor, fee_minor])).toEqual([
      ["charge", 1_199n, 65n],
      ["charge", 1_199n, 65n],
      ["refund", -199n, 0n],
      ["dispute", -1_199n, 1_500n],
    ]);
  });
});
