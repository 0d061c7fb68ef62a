import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());

const SECRET = "Bearer sk_test_sandbox";
type Answer = { status: number; headers: Headers; body: { [key: string]: unknown } };
async function ask(path: string, form?: Record<string, string>, more: Record<string, string> = {}): Promise<Answer> {
  const reply = await world.call(`/stripe/v1${path}`, { auth: SECRET, headers: more, ...(form ? { form } : {}) });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Answer["body"] };
}
const pay = (more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  ask(
    "/payment_intents",
    { amount: "1199", currency: "usd", payment_method: "pm_card_visa", confirm: "true", ...more },
    headers,
  );

describe("Stripe", () => {
  it("opens to the secret key, as Bearer and as Basic, and to the publishable one only where a page may call", async () => {
    const status = async (path: string, auth?: string) =>
      (await world.call(`/stripe/v1${path}`, auth === undefined ? {} : { auth })).status;
    expect(await status("/customers")).toBe(401);
    expect(await status("/customers", "Bearer sk_test_other")).toBe(401);
    expect(await status("/customers", `Basic ${Buffer.from("sk_test_sandbox:").toString("base64")}`)).toBe(200);
    expect(await status("/customers", "Bearer pk_test_sandbox")).toBe(401);
    const intent = (await ask("/setup_intents", { usage: "off_session" })).body as {
      id: string;
      client_secret: string;
    };
    expect(await status(`/setup_intents/${intent.id}`, "Bearer pk_test_sandbox")).toBe(404);
    expect(
      await status(`/setup_intents/${intent.id}?client_secret=${intent.client_secret}`, "Bearer pk_test_sandbox"),
    ).toBe(200);
  });

  it("reads brackets, opens what is asked to be opened, and refuses what the release took away", async () => {
    const { body } = await pay({ "metadata[user_id]": "usr_1", "expand[0]": "latest_charge.balance_transaction" });
    expect(body).toMatchObject({
      object: "payment_intent",
      status: "succeeded",
      metadata: { user_id: "usr_1" },
      latest_charge: { object: "charge", balance_transaction: { amount: 1199, fee: 65, net: 1134 } },
    });
    expect((await pay({ "payment_method_types[0]": "card" })).body).toMatchObject({
      error: { type: "invalid_request_error", code: "parameter_unknown" },
    });
    expect((await pay({ statement_descriptor: "TUPPENCE" })).status).toBe(400);
    expect((await pay({ amount: "12" })).body).toMatchObject({ error: { code: "amount_too_small" } });
  });

  it("answers a declined card with 402, its codes and the payment", async () => {
    const { status, body } = await pay({ payment_method: "pm_card_visa_chargeDeclinedInsufficientFunds" });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: {
        type: "card_error",
        code: "card_declined",
        decline_code: "insufficient_funds",
        charge: expect.stringMatching(/^ch_/),
        payment_intent: { status: "requires_payment_method" },
      },
    });
    expect(JSON.stringify(body)).not.toContain("4000000000009995");
  });

  it("repeats its answer for a key, a decline too, and refuses a second call while the first is on its way", async () => {
    const form = { payment_method: "pm_card_chargeCustomerFail" };
    const first = await pay(form, { "idempotency-key": "k1" });
    const again = await pay(form, { "idempotency-key": "k1" });
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([402, 402, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await pay({ amount: "5000" }, { "idempotency-key": "k1" })).body).toMatchObject({
      error: { type: "idempotency_error" },
    });
    await world.control("stripe/slow", { ms: 100 });
    const both = await Promise.all([pay({}, { "idempotency-key": "k2" }), pay({}, { "idempotency-key": "k2" })]);
    await world.control("stripe/slow", { ms: 0 });
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    // What was refused before anything was done may be mended under its key.
    expect((await pay({ currency: "xyz" }, { "idempotency-key": "k3" })).status).toBe(400);
    expect((await pay({}, { "idempotency-key": "k3" })).status).toBe(200);
  });

  it("gives lists in pages, newest first, by time", async () => {
    for (const name of ["a", "b", "c"]) await ask("/customers", { name });
    const first = (await ask("/customers?limit=2")).body as {
      has_more: boolean;
      data: { id: string; name: string }[];
    };
    expect([first.has_more, first.data.map((one) => one.name)]).toEqual([true, ["c", "b"]]);
    const next = (await ask(`/customers?limit=2&starting_after=${first.data[1]?.id}`)).body as typeof first;
    expect([next.has_more, next.data.map((one) => one.name)]).toEqual([false, ["a"]]);
    const later = Math.floor(Date.now() / 1000) + 3600;
    expect((await ask(`/customers?created[gte]=${later}`)).body.data).toEqual([]);
  });

  it("sends a webhook again until it is answered, twice, later or never, as it is told to", async () => {
    const about = (id: unknown) =>
      world.received.filter((hook) => hook.body.includes("payment_intent.succeeded") && hook.body.includes(String(id)));
    world.answers.push(500, 500);
    const retried = (await pay()).body.id;
    await world.until(() => about(retried).length > 0);
    await world.control("postbacks/mode", { mode: "duplicate" });
    const doubled = (await pay()).body.id;
    await world.until(() => about(doubled).length === 2);
    await world.control("postbacks/mode", { mode: "hold" });
    const late = (await pay()).body.id;
    await world.control("postbacks/mode", { mode: "drop" });
    const lost = (await pay()).body.id;
    await world.control("postbacks/mode", { mode: "normal" });
    expect([about(late).length, about(lost).length]).toEqual([0, 0]);
    await world.control("postbacks/release", { channel: "stripe" });
    await world.until(() => about(late).length === 1);
    const events = (await ask("/events?type=payment_intent.succeeded&limit=100")).body.data as {
      id: string;
      data: { object: { id: string } };
    }[];
    const missed = events.find((event) => event.data.object.id === lost);
    await world.control(`stripe/${missed?.id}/resend`, {});
    await world.until(() => about(lost).length === 1);
  });

  it("shows wallets on registered domains only", async () => {
    const shown = async (host: string) => (await world.call(`/stripe/frame/wallets?host=${host}`)).text();
    expect(await shown("shop.example")).not.toContain("<button");
    await ask("/payment_method_domains", { domain_name: "shop.example" });
    expect(await shown("shop.example")).toContain("Apple Pay");
  });

  it("can be played from the world page: refund, dispute, what the next charge does", async () => {
    const { id } = (await pay()).body;
    const press = (path: string, form: Record<string, string> = {}) => world.call(`/play/${path}`, { form });
    await press(`payments/${id}/refund`);
    const page = await (await world.call("/")).text();
    expect(page).toContain("$11.99 refunded");
    await press("next-charge", { code: "do_not_honor" });
    expect((await pay()).body).toMatchObject({ error: { decline_code: "do_not_honor" } });
    const second = (await pay()).body.id;
    await press(`payments/${second}/dispute`);
    await press(`payments/${second}/lose`);
    expect(await (await world.call("/")).text()).toContain("dispute: lost");
  });
});
