/** What the processor refuses, and what it answers when it is asked late or a second time: the official client against the sandbox. */
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#settings";
import { type Running, run } from "../../../../sandbox/test/running.ts";
import { createLogTrap } from "../../../../test/support/world.ts";
import type { Processor } from "../processor.types.ts";
import { createStripeProcessor } from "../stripe/stripe.ts";

let world: Running;
let processor: Processor;
let customer = "";
let card = "";
let keys = 0;
const key = () => {
  keys += 1;
  return `key-${keys}`;
};
const url = () => new URL(world.sandbox.url);

async function putOnFile(of: string): Promise<string> {
  const { setup_id, client_secret } = await processor.startSetup({ customer_id: of, idempotency_key: key() });
  await world.call(`/stripe/v1/setup_intents/${setup_id}/confirm`, {
    auth: "Bearer pk_test_sandbox",
    form: { client_secret, payment_method: "pm_card_visa" },
  });
  return (await processor.readSetup(setup_id)).payment_method_id ?? "";
}
const charge = (more: Partial<Parameters<Processor["charge"]>[0]> = {}) =>
  processor.charge({
    customer_id: customer,
    payment_method_id: card,
    amount_minor: 1_199n,
    currency: "USD",
    off_session: true,
    statement: "MEMBERSHIP",
    metadata: {},
    idempotency_key: key(),
    ...more,
  });
const paid = async () => {
  const result = await charge();
  if (result.state !== "succeeded") throw new Error(result.state);
  return result.payment_id;
};

beforeAll(async () => {
  world = await run();
  processor = createStripeProcessor(readConfig({ SANDBOX_PORT: url().port }), createLogTrap().log, {
    timeout_ms: 3_000,
    retries: 0,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  customer = await processor.ensureCustomer({ user_id: `usr_${key()}`, email: "ann@example.com", name: "Ann Lee" });
  card = await putOnFile(customer);
});

describe("a charge that can never be made is declined, and not tried again", () => {
  const declined = (code: string) => ({ state: "declined", code, retryable: false });
  it("with a card that was taken off at the processor", async () => {
    await processor.detachCard(card);
    expect(await charge()).toMatchObject(declined("card_not_on_file"));
  });
  it("with a card that never was, and with one of somebody else", async () => {
    expect(await charge({ payment_method_id: "pm_none" })).toMatchObject(declined("card_not_on_file"));
    const other = await processor.ensureCustomer({ user_id: `usr_${key()}`, email: null, name: "Bo" });
    expect(await charge({ payment_method_id: await putOnFile(other) })).toMatchObject(declined("card_not_on_file"));
  });
  it("for a customer whom the processor does not know", async () => {
    expect(await charge({ customer_id: "cus_none" })).toMatchObject(declined("card_not_on_file"));
  });
  it("for less than it takes", async () => {
    expect(await charge({ amount_minor: 49n })).toMatchObject(declined("amount_too_small"));
  });
  it("when a rule of the account blocked it", async () => {
    await world.control("stripe/next-charge", { mode: "rule" });
    expect(await charge()).toMatchObject({ state: "declined", code: "card_declined", retryable: false });
  });
});

it("a request that is wrong in itself says nothing of the card", async () => {
  expect(await charge({ statement: "12345" })).toMatchObject({ state: "refused", payment_id: null });
});

it("a charge is found by its key behind more than a page of others, and no key finds another's", async () => {
  const first = key();
  const made = await charge({ idempotency_key: first });
  for (let n = 0; n < 101; n += 1) await charge();
  const found = await processor.findCharge({ customer_id: customer, idempotency_key: first });
  expect(found).toMatchObject({ state: "succeeded", payment_id: made.payment_id, amount_minor: 1_199n });
  // Days later, when the key itself is forgotten.
  await world.control("clock", { advance: { days: 3 } });
  expect(await charge({ idempotency_key: first })).toMatchObject({ payment_id: made.payment_id });
  expect(await processor.findCharge({ customer_id: customer, idempotency_key: "key-none" })).toBeNull();
});

describe("refunds", () => {
  it("are found days later, when the key is forgotten: a part is given back once", async () => {
    const payment_id = await paid();
    const asked = { payment_id, amount_minor: 400n, idempotency_key: key() };
    const first = await processor.refund(asked);
    expect(first).toMatchObject({ state: "made", amount_minor: 400n });
    await world.control("clock", { advance: { days: 3 } });
    expect(await processor.findRefund(asked)).toEqual(first);
    expect(await processor.findRefund({ ...asked, idempotency_key: "key-none" })).toBeNull();
  });
  it("of a disputed payment are not made; and one that comes back from the card says so", async () => {
    const disputed = await paid();
    await world.control(`stripe/${disputed}/dispute`, {});
    expect(
      await processor.refund({ payment_id: disputed, amount_minor: 1_199n, idempotency_key: key() }),
    ).toMatchObject({ state: "failed", refund_id: null, code: "charge_disputed" });
    const made = await processor.refund({ payment_id: await paid(), amount_minor: 1_199n, idempotency_key: key() });
    if (made.state !== "made") throw new Error(made.code);
    expect(await processor.readRefund(made.refund_id)).toEqual(made);
    await world.control(`stripe/${made.refund_id}/fail-refund`, {});
    expect(await processor.readRefund(made.refund_id)).toMatchObject({
      state: "failed",
      code: "lost_or_stolen_card",
    });
  });
});

it("a payment that waits is taken back, and one that was paid stays paid", async () => {
  await world.control("stripe/next-charge", { mode: "authentication" });
  const asked = await charge({ off_session: false });
  expect(await processor.cancelCharge(asked.payment_id ?? "")).toMatchObject({ state: "declined" });
  expect(await processor.cancelCharge(await paid())).toMatchObject({ state: "succeeded", amount_minor: 1_199n });
});

describe("the sandbox", () => {
  const inner = Stripe.createNodeHttpClient();
  const official = (apiVersion?: string) =>
    new Stripe("sk_test_sandbox", {
      host: url().hostname,
      port: url().port,
      protocol: "http",
      maxNetworkRetries: 0,
      // A version that the pinned client does not know.
      ...(apiVersion ? { apiVersion: apiVersion as never } : {}),
      httpClient: {
        getClientName: () => "node",
        makeRequest: (host, port, path, ...rest) => inner.makeRequest(host, port, `/stripe${path}`, ...rest),
      },
    });
  it("refuses a parameter that no document has, by its name, in bodies and in queries", async () => {
    // A parameter that the client does not know.
    await expect(official().customers.create({ nickname: "Ann" } as never)).rejects.toMatchObject({
      code: "parameter_unknown",
      param: "nickname",
    });
    // A parameter that the client does not know.
    await expect(official().refunds.list({ colour: "red" } as never)).rejects.toMatchObject({
      code: "parameter_unknown",
    });
  });
  it("refuses another version than the one that the library is of", async () => {
    await expect(official("2024-06-20").customers.list()).rejects.toMatchObject({ statusCode: 400 });
    expect((await official().customers.list({ limit: 1 })).object).toBe("list");
  });
});
