/**
 * Stories of an order, for each dialect: click → order → pending → confirmed → withdrawn → late reversal. The clock is
 * moved; events and balances are exactly those expected. At the end of each the whole ledger verifies (see `close`).
 */
import { afterEach, describe, expect, it } from "vitest";
import type { OrderEntry } from "../../src/modules/cashback/cashback.types.ts";
import { writeCsv } from "../../src/modules/passbook/write-csv.ts";
import { hear } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

type Network = "impact" | "cj" | "awin";
const SHOPS: Record<Network, string> = { impact: "marlow-finch", cj: "brightpenny", awin: "otter-lane" };
const RETURNED: Record<Network, string> = {
  impact: "ITEM_RETURNED",
  cj: "RETURNED_MERCHANDISE",
  awin: "Item returned",
};

let world: World;
afterEach(() => world.close());

async function open() {
  world = await createWorld({ shops: "programmes" });
}

type Placed = { id: string; clickId: string };
async function shop(
  member: { user_id: string; plus_active: boolean },
  network: Network,
  amount: number,
  options: { silent?: boolean } = {},
): Promise<Placed> {
  const outcome = await world.cashback.go(member, { merchant: SHOPS[network] }, world.partners.home);
  if (!outcome.ok) throw new Error(outcome.code);
  const { click_id, destination } = outcome.value;
  const answer = await world.control<{ order: { id: string } }>("/orders", {
    network,
    programId: destination.network_programme_id,
    subId: click_id,
    amount,
    ...options,
  });
  return { id: answer.order.id, clickId: click_id };
}
const act = (network: Network, order: Placed, action: string, body: object = {}) =>
  world.control(`/orders/${network}/${encodeURIComponent(order.id)}/${action}`, body);
/** Some networks lock by themselves when their days are over. */
const confirm = (network: Network, order: Placed) => act(network, order, "approve").catch(() => {});
/** Postbacks first, then the reports, as in life. */
const orders = async (userId: string) =>
  (await world.passbookOf(userId)).entries.filter((entry): entry is OrderEntry => entry.type === "order");
const events = async (userId: string) =>
  (await orders(userId)).map((order) => order.trail.map((stop) => stop.kind).join(" "));
/** What the file of all entries says came back, payouts aside, as a member adds it up; no figure here has a comma. */
async function backInFile(userId: string): Promise<string> {
  const [head, ...rows] = (await writeCsv(world.passbook, userId, "all")).trim().split("\r\n");
  const place = head?.split(",").indexOf("Back") ?? -1;
  const figures = rows.filter((row) => !row.includes(",Payout")).map((row) => `${row.split(",")[place]}`);
  return figures.reduce((sum, figure) => sum + BigInt(figure.replace(/[$.]/g, "")), 0n).toString();
}
const balances = async (userId: string) => {
  const { pending, available, held, clawback } = await world.ledger.balances(userId);
  return { pending, available, held, clawback };
};

describe.each(["impact", "cj", "awin"] as const)("an order by %s", (network) => {
  it("goes from the click to the payout, and a late reversal is told and owed", async () => {
    await open();
    const ann = await world.member("Ann");
    const order = await shop(ann, network, 128);
    await hear(world);
    const tracked = (await orders(ann.user_id))[0];
    expect(tracked).toMatchObject({ state: "pending", spent_minor: "12800", reason: null });
    const back = BigInt(tracked?.back_minor ?? 0);
    expect(back).toBeGreaterThan(0n);
    expect(await balances(ann.user_id)).toEqual({ pending: back, available: 0n, held: 0n, clawback: 0n });
    expect(await events(ann.user_id)).toEqual(["clicked ordered tracked expected available"]);

    await hear(world);
    expect(await events(ann.user_id), "hearing the same again changes nothing").toEqual([
      "clicked ordered tracked expected available",
    ]);

    await world.advance({ days: 30 });
    await confirm(network, order);
    await hear(world);
    expect(await balances(ann.user_id)).toEqual({ pending: 0n, available: back, held: 0n, clawback: 0n });
    expect(await events(ann.user_id)).toEqual(["clicked ordered tracked confirmed available"]);

    const asked = await world.payouts.request({
      user_id: ann.user_id,
      request_key: "one",
      method: "paypal",
      amount: "everything",
      destination: ann.email,
      password: ann.password,
    });
    expect(asked.ok).toBe(true);
    expect(await balances(ann.user_id)).toEqual({ pending: 0n, available: 0n, held: back, clawback: 0n });
    await settlePayouts();
    expect(await balances(ann.user_id)).toEqual({ pending: 0n, available: 0n, held: 0n, clawback: 0n });
    expect(await events(ann.user_id)).toEqual(["clicked ordered tracked confirmed paid"]);
    expect((await world.passbookOf(ann.user_id)).balances).toMatchObject({
      paid_minor: back.toString(),
      confirmed_minor: back.toString(),
      available_minor: "0",
    });

    await world.advance({ days: 20 });
    await act(network, order, "reverse", { reason: RETURNED[network] });
    await hear(world);
    expect(await balances(ann.user_id), "what was withdrawn is owed, never a negative balance").toEqual({
      pending: 0n,
      available: 0n,
      held: 0n,
      clawback: back,
    });
    const reversed = (await orders(ann.user_id))[0];
    expect(reversed).toMatchObject({
      state: "reversed",
      reason: { en: "You returned this order, so the store took its commission back." },
    });

    const next = await shop(ann, network, 256);
    await hear(world);
    await world.advance({ days: 30 });
    await confirm(network, next);
    await hear(world);
    const second = (await orders(ann.user_id)).find((entry) => entry.state === "confirmed");
    const more = BigInt(second?.back_minor ?? 0);
    expect(await balances(ann.user_id), "what is confirmed later pays back first").toEqual({
      pending: 0n,
      available: more - back,
      held: 0n,
      clawback: 0n,
    });
    const { totals } = await world.passbookOf(ann.user_id);
    expect(totals.back_minor, "what was reversed counts nothing").toBe(more.toString());
    expect(await backInFile(ann.user_id)).toBe(totals.back_minor);

    expect(
      (await world.mails(ann.email)).map((subject) =>
        subject
          .replace(/\$[\d.,]+/g, "$")
          .replace(/ from .*? (is|was)/, " from it $1")
          .replace(/from [A-Z].*$/, "from it"),
      ),
    ).toEqual(
      [
        "Your passbook is open. Confirm your email",
        "We've tracked $ from it",
        "Your $ from it is confirmed",
        "$ is on its way to you",
        "$ reached you",
        "Your cash back from it was reversed",
        "We've tracked $ from it",
        "Your $ from it is confirmed",
      ].filter(Boolean),
    );
  });

  it("is right when rows are late, repeated, restated and out of order", async () => {
    await open();
    const bea = await world.member("Bea");
    const first = await shop(bea, network, 100);
    const second = await shop(bea, network, 50, { silent: true });
    await act(network, first, "duplicate").catch(() => {});
    await act(network, first, "restate", { amount: 40 });
    await act(network, second, "approve", { silent: true });
    await hear(world);
    const list = await orders(bea.user_id);
    const of = (minor: string) => list.find((order) => order.spent_minor === minor);
    const restated = BigInt(of("4000")?.back_minor ?? 0);
    const approved = BigInt(of("5000")?.back_minor ?? 0);
    expect(list).toHaveLength(2);
    expect(await balances(bea.user_id)).toEqual({ pending: restated, available: approved, held: 0n, clawback: 0n });
    await act(network, first, "restate", { amount: 80 });
    await hear(world);
    await act(network, first, "approve");
    await hear(world);
    await hear(world);
    const after = BigInt((await orders(bea.user_id)).find((order) => order.spent_minor === "8000")?.back_minor ?? 0);
    expect(after).toBe(restated * 2n);
    expect(await balances(bea.user_id)).toEqual({ pending: 0n, available: approved + after, held: 0n, clawback: 0n });
  });

  it("pays nothing to a click that we never made, and says why it is parked", async () => {
    await open();
    const cy = await world.member("Cy");
    const honest = await shop(cy, network, 60);
    const destination = await world.cashback.destination({ merchant: SHOPS[network] }, world.partners.home);
    await world.control("/orders", {
      network,
      programId: destination?.network_programme_id,
      subId: "0123456789abcdefghjkmnpq",
      amount: 999,
    });
    const other = await world.cashback.destination(
      {
        merchant: network === "impact" ? "adidas" : network === "cj" ? "dell" : "nike",
      },
      world.partners.home,
    );
    await world.control("/orders", {
      network,
      programId: other?.network_programme_id,
      subId: honest.clickId,
      amount: 500,
    });
    await act(network, honest, "forge", { kind: "unknown" }).catch(() => {});
    await hear(world);
    const list = await orders(cy.user_id);
    expect(list).toHaveLength(1);
    expect(await balances(cy.user_id)).toMatchObject({ pending: BigInt(list[0]?.back_minor ?? 0), available: 0n });
    const parked = await world.base.handle.pool.query(
      "select reason_code, sale_minor from cashback.orders where state = 'parked' order by sale_minor",
    );
    expect(parked.rows).toEqual([
      { reason_code: "other_programme", sale_minor: 50_000n },
      { reason_code: "no_click", sale_minor: 99_900n },
    ]);
  });

  it("is declined with the store's reason before it was ever confirmed", async () => {
    await open();
    const dee = await world.member("Dee", "es");
    const order = await shop(dee, network, 75);
    await hear(world);
    await act(network, order, "reverse", { reason: RETURNED[network] });
    await hear(world);
    expect((await orders(dee.user_id))[0]).toMatchObject({
      state: "declined",
      reason: { es: "Devolviste este pedido y la tienda retiró su comisión." },
    });
    expect(await balances(dee.user_id)).toEqual({ pending: 0n, available: 0n, held: 0n, clawback: 0n });
    expect(await backInFile(dee.user_id)).toBe("0");
    expect((await world.mails(dee.email)).at(-1)).toMatch(/^Se revirtió tu dinero de vuelta/);
  });
});

/** Lets the provider do its work, and asks what became of it, as the jobs would. */
async function settlePayouts() {
  for (let round = 0; round < 12; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
  await world.work();
}

describe("payouts", () => {
  async function rich(name: string) {
    const member = await world.member(name);
    const order = await shop(member, "impact", 400);
    await hear(world);
    await act("impact", order, "approve");
    await hear(world);
    return { ...member, available: (await world.ledger.balances(member.user_id)).available };
  }

  it("give the money back with a reason when PayPal refuses, once, whatever is repeated", async () => {
    await open();
    const eve = await rich("Eve");
    const ask = () =>
      world.payouts.request({
        user_id: eve.user_id,
        request_key: "same",
        method: "paypal",
        amount: "5.00",
        destination: "eve+fail@example.com",
        password: eve.password,
      });
    const [first, doubled] = await Promise.all([ask(), ask()]);
    expect(first.ok && doubled.ok && first.value.withdrawal_id === doubled.value.withdrawal_id).toBe(true);
    expect(await balances(eve.user_id)).toMatchObject({ available: eve.available - 500n, held: 500n });
    await settlePayouts();
    expect(await balances(eve.user_id)).toMatchObject({ available: eve.available, held: 0n });
    const page = await world.payouts.withdrawalPage(eve.user_id);
    expect(page.earlier).toMatchObject([{ state: "failed", reason: { en: expect.stringMatching(/PayPal/) } }]);
    expect((await world.mails(eve.email)).at(-1)).toMatch(/is back in your passbook/);
  });

  it("pay once when the provider's answer is lost on the way", async () => {
    await open();
    const fay = await rich("Fay");
    await world.control("/fail", { target: "paypal.payouts", mode: "lost-reply", times: 1 });
    await world.payouts.request({
      user_id: fay.user_id,
      request_key: "lost",
      method: "paypal",
      amount: "6.00",
      destination: fay.email,
      password: fay.password,
    });
    await world.work();
    await world.base.handle.pool.query("update graphile_worker._private_jobs set run_at = now() where attempts > 0");
    await settlePayouts();
    expect(await balances(fay.user_id)).toMatchObject({ available: fay.available - 600n, held: 0n });
    const state = await world.control<{ payouts: { paypal: number | { total?: number } } }>("/state");
    expect(JSON.stringify(state.payouts)).toMatch(/1/);
    expect((await world.payouts.withdrawalPage(fay.user_id)).earlier).toMatchObject([{ state: "fulfilled" }]);
  });

  it("make a gift card, keep its link sealed, and open it behind the password", async () => {
    await open();
    await world.payouts.refreshGiftCards();
    const gil = await rich("Gil");
    const card = (await world.payouts.withdrawalPage(gil.user_id)).gift_cards[0];
    const asked = await world.payouts.request({
      user_id: gil.user_id,
      request_key: "card",
      method: "gift_card",
      amount: "10",
      destination: card?.product_id ?? "",
      password: gil.password,
    });
    expect(asked.ok).toBe(true);
    await settlePayouts();
    const [kept] = await world.payouts.giftCardHistory(gil.user_id);
    expect(kept).toMatchObject({ state: "fulfilled", amount_minor: "1000", openable: true });
    // Each outside party that had a part in it is known to be well.
    const health = (await world.providerHealth.read()).filter((line) => line.good_at && !line.ill);
    expect(health.map((line) => line.provider)).toEqual(expect.arrayContaining(["impact", "smtp", "tremendous"]));
    expect(
      await world.payouts.openGiftCard({ user_id: gil.user_id, id: kept?.id ?? "", password: "wrong words here" }),
    ).toMatchObject({ ok: false, code: "password_wrong" });
    const opened = await world.payouts.openGiftCard({
      user_id: gil.user_id,
      id: kept?.id ?? "",
      password: gil.password,
    });
    expect(opened).toMatchObject({ ok: true, value: { link: expect.stringContaining("/tremendous/r/") } });
    const sealed = await world.base.handle.pool.query(
      "select encode(link_sealed, 'escape') as text from payouts.withdrawals",
    );
    expect(sealed.rows[0].text).not.toContain("http");
    const stranger = await world.member("Stranger");
    expect(
      await world.payouts.openGiftCard({ user_id: stranger.user_id, id: kept?.id ?? "", password: stranger.password }),
    ).toMatchObject({ ok: false, code: "unknown_withdrawal" });
  });

  it("refuse what cannot be, each with its words", async () => {
    await open();
    const hal = await rich("Hal");
    const base = {
      user_id: hal.user_id,
      request_key: "x",
      method: "paypal" as const,
      destination: hal.email,
      password: hal.password,
    };
    expect(await world.payouts.request({ ...base, amount: "0.99" })).toMatchObject({
      code: "below_minimum",
      detail: { minimum: "$1.00" },
    });
    expect(await world.payouts.request({ ...base, amount: "9999" })).toMatchObject({ code: "not_enough" });
    expect(await world.payouts.request({ ...base, amount: "ten" })).toMatchObject({ code: "amount_invalid" });
    expect(await world.payouts.request({ ...base, amount: "5", destination: "nobody" })).toMatchObject({
      code: "email_invalid",
    });
    expect(await world.payouts.request({ ...base, amount: "5", password: "not it at all" })).toMatchObject({
      code: "password_wrong",
    });
    expect(await world.payouts.request({ ...base, amount: "5", password: "" })).toMatchObject({
      code: "password_missing",
    });
    expect(await balances(hal.user_id)).toMatchObject({ available: hal.available, held: 0n });
  });
});
