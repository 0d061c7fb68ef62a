/** A purchase that a member misses is asked about at its network by the network's own way, once, and nothing about the member leaves. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMemberData } from "../../src/modules/cashback/member-data-store.ts";
import { type Filed, openPurchases, type Purchases } from "../support/missed-purchases.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let of: Purchases;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  of = await openPurchases(world);
});
afterAll(() => world.close());

describe("a store of Impact", () => {
  it("is asked once, by the order and the visit alone, and its member hears that once it is there", async () => {
    const ida = await of.miss("Ida", "impact");
    expect(await of.ask(ida.id)).toMatchObject({ ok: true, value: expect.stringContaining("by its interface") });
    expect((await of.thread(ida)).state, "nothing is claimed before it is so").toBe("open");
    expect(await of.lineOf(ida)).toContain("On its way to Impact");
    expect(await of.ask(ida.id), "the same decision again").toMatchObject({ ok: true });
    await world.work();
    const [one, ...more] = await of.filedFor(ida);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      ...{ order_id: ida.order_number, amount: 8_050, customer_id: "", notes: "" },
      reference: expect.stringMatching(/^inq_/),
      tracking_link: expect.stringContaining(ida.click_id),
    });
    expect(JSON.stringify(one), "nobody is named").not.toMatch(/Ida|Xenia|@|usr_/i);
    expect((await of.thread(ida)).state).toBe("asked");
    expect((await of.headlines(ida)).filter((line) => line.includes("asked the store"))).toHaveLength(1);
    expect((await of.page(ida)).facts).toMatchObject({
      "sent to the network": "by the interface of Impact",
      "number at the network": String(one?.id),
      "looked at again": expect.any(String),
    });
    await world.advance({ minutes: 1 });
    expect(await of.ask(ida.id)).toMatchObject({ code: "not_possible" });
    expect(await of.act("file", ida.id)).toMatchObject({ code: "not_possible" });
    await of.later({ days: 2 });
    expect(await of.filedFor(ida)).toHaveLength(1);
  });

  it("that agrees brings the order by its report; that alone moves money, and closes the case", async () => {
    const jon = await of.miss("Jon", "impact", { language: "es" });
    await of.ask(jon.id);
    await world.work();
    await of.decide(jon, "VALID");
    expect(await of.booked(jon), "an answer credits nothing").toEqual([]);
    await of.later({ hours: 2 });
    expect(await of.booked(jon)).toMatchObject([{ state: "pending", spent_minor: "8050" }]);
    const after = await of.thread(jon);
    expect(after.state).toBe("resolved");
    expect(after.entries.map(({ title }) => title)).toEqual([
      ...[null, "Preguntamos a la red de la tienda", "La tienda está de acuerdo", "Encontramos tu compra"],
    ]);
    expect(await of.lineOf(jon)).toBeUndefined();
    const shown = await of.page(jon);
    expect(shown.links?.map(({ kind }) => kind)).toEqual(["member", "click", "order", "canned answers"]);
    expect((await of.headlines(jon)).join()).toContain("Encontramos tu compra");
  });

  it("that declines brings it back to the desk with its reason; a person answers", async () => {
    const kim = await of.miss("Kim", "impact");
    await of.ask(kim.id);
    await world.work();
    await of.decide(
      kim,
      "DECLINED",
      "Another marketing channel was credited with the sale, due to a voucher/discount code used",
    );
    const mails = (await of.headlines(kim)).length;
    await of.later({ hours: 2 });
    const reason = "The store credited the order to another site, because of a coupon code.";
    expect((await of.thread(kim)).entries.at(-1)).toMatchObject({
      title: "The store said no",
      words: `${reason} A person here looks at it and writes to you.`,
    });
    expect([(await of.thread(kim)).state, (await world.help.threads.list(kim.member.user_id))[0]?.state]).toEqual([
      ...["pending_house", "pending_house"],
    ]);
    expect(await of.lineOf(kim)).toContain(`Impact declined inquiry`);
    const due = new Date(String((await of.page(kim)).facts["promised by"]));
    expect(+due - +world.clock.now(), "soon, not in thirty days").toBeLessThan(5 * 86_400_000);
    expect(await of.headlines(kim), "a person writes").toHaveLength(mails);
    await world.advance({ minutes: 1 });
    expect(await of.act("answer", kim.id, { reason: "other_partner" })).toMatchObject({ ok: true });
    expect((await of.thread(kim)).state).toBe("resolved");
    await of.later({ days: 3 });
    expect(await of.filedFor(kim)).toHaveLength(1);
  });

  it("that wants to know more is a person's matter, and is looked at on", async () => {
    const lou = await of.miss("Lou", "impact");
    await of.ask(lou.id);
    await world.work();
    await of.decide(lou, "INCOMPLETE");
    await of.later({ hours: 2 });
    expect(await of.lineOf(lou)).toContain("asks for more");
    expect((await of.thread(lou)).entries.at(-1)?.title).toBe("The store asks for more");
    await of.decide(lou, "VALID");
    await of.later({ days: 1 });
    expect(await of.booked(lou)).toHaveLength(1);
  });

  it("is asked by mail or by hand where we know no visit, as before", async () => {
    const moe = await of.miss("Moe", "impact", { visit: false });
    expect(await of.ask(moe.id)).toMatchObject({ ok: true, value: expect.stringContaining("by mail or by hand") });
    await world.work();
    expect((await of.thread(moe)).state).toBe("asked");
    expect(await of.filedFor(moe)).toEqual([]);
    expect((await of.page(moe)).facts["sent to the network"]).toBeUndefined();
  });

  it("is asked with the visit that a person names, and only with one of that member's", async () => {
    const nan = await of.miss("Nan", "impact");
    const other = await of.miss("Oda", "impact");
    expect(await of.act("file", nan.id, { values: { visit: other.click_id } })).toMatchObject({ code: "not_possible" });
    expect(await of.act("file", nan.id, { values: { visit: nan.click_id } })).toMatchObject({ ok: true });
    await world.work();
    expect((await of.filedFor(nan))[0]?.tracking_link).toContain(nan.click_id);
    expect((await of.thread(nan)).state).toBe("asked");
  });

  it("is asked about one order once, whoever claims it", async () => {
    const pat = await of.miss("Pat", "impact");
    const quy = await of.miss("Quy", "impact", { order: pat.order_number.toLowerCase() });
    await of.ask(pat.id);
    await world.work();
    expect(await of.ask(quy.id)).toMatchObject({
      ...{ code: "not_possible", detail: { why: expect.stringContaining("asked about before") } },
    });
    await world.work();
    expect(
      await of
        .filed()
        .then((all) => all.filter((one) => one.order_id.toLowerCase() === pat.order_number.toLowerCase())),
    ).toHaveLength(1);
  });

  it("is not asked about what came meanwhile", async () => {
    const ray = await of.miss("Ray", "impact");
    await of.fault("500");
    await of.ask(ray.id);
    await world.work();
    const programId = (await world.cashback.desk.click(ray.click_id))?.network_programme_id;
    const order = { network: "impact", programId, subId: ray.click_id, amount: 80.5, orderId: ray.order_number };
    await world.control("/orders", { ...order, silent: true });
    await world.poll();
    expect(await of.booked(ray)).toHaveLength(1);
    const after = await of.thread(ray);
    expect([after.state, after.entries.map(({ title }) => title)]).toEqual([
      ...["resolved", [null, "We found your purchase"]],
    ]);
    await of.later({ days: 1 });
    expect(await of.filedFor(ray)).toEqual([]);
    const eva = await of.miss("Eva", "impact", { order: "MF-EVA" });
    await world.control("/orders", { ...order, subId: eva.click_id, orderId: "MF-EVA", silent: true });
    await world.poll();
    expect(await of.ask(eva.id)).toMatchObject({
      detail: { why: "The order is in their passbook already: answer that it was found." },
    });
  });
});

describe("networks without such a way", () => {
  it.each(["cj", "awin"] as const)("as %s are asked by mail or by hand", async (network) => {
    const abe = await of.miss(`Abe${network}`, network);
    expect(await of.ask(abe.id)).toMatchObject({
      ok: true,
      value: expect.stringContaining("has no interface for this"),
    });
    await world.work();
    expect((await of.thread(abe)).state).toBe("asked");
    expect(await of.act("file", abe.id)).toMatchObject({ code: "not_possible" });
  });
});

describe("who leaves", () => {
  it("is asked about no more when it was not, and has what was asked in the copy of their data before", async () => {
    const bo = await of.miss("Bo", "impact");
    await of.ask(bo.id);
    const copy = JSON.stringify(await readMemberData(world.database.db, bo.member.user_id));
    expect(copy).toContain(bo.order_number);
    const left = { password: bo.member.password, give_up: true, user_agent: "", address: "" };
    expect(await world.identity.deleteAccount(bo.member, left)).toMatchObject({ ok: true });
    await world.work();
    await of.later({ days: 1 });
    expect(await of.filedFor(bo)).toEqual([]);
    const { rows } = await world.base.handle.pool.query<{ inquiry_id: string; state: string }>(
      "select inquiry_id, state from cashback.inquiries where order_number = $1",
      [bo.order_number],
    );
    expect(rows).toMatchObject([{ state: "withdrawn" }]);
    // As if it had been kept in the moment in which they left.
    await world.base.handle.pool.query(
      "update cashback.inquiries set state = 'waiting', look_at = made_at where inquiry_id = $1",
      [rows[0]?.inquiry_id],
    );
    await of.later({ days: 1 });
    expect(await of.filedFor(bo)).toEqual([]);
  });
});

describe("switched off", () => {
  it("is asked by mail or by hand, as before, and what waited then is a person's", async () => {
    const off = await createWorld({ environment: { NETWORK_INQUIRIES: "off" } });
    try {
      const member = await off.member("Cy");
      const visit = { click_id: "a".repeat(24), network: "impact", network_programme_id: "10001" };
      await off.base.handle.pool.query(
        `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name,
           rate, share_bps, cash_back_allowed, locking_days, at)
         values ($1, $2, 'impact', '10001', $3, 'marlow-finch', 'Marlow Finch', '{"kind":"none"}', 0, true, 30, $4)`,
        [visit.click_id, member.user_id, member.user_id, off.clock.now()],
      );
      const facts = {
        ...{ user_id: member.user_id, store: "Marlow Finch", order_number: "X-1", ordered_on: "2027-03-10" },
        ...{ amount_minor: 1_000n, click_id: "" },
      };
      const asked = await off.database.transaction((tx) => off.cashback.inquiries.ask(tx, facts));
      expect(asked).toMatchObject({ code: "no_interface", detail: { network: "impact" } });
      const id = randomUUID();
      await off.base.handle.pool.query(
        `insert into cashback.inquiries (inquiry_id, user_id, click_id, network, network_programme_id, internal_name, merchant_name,
           order_number, ordered_at, amount_minor, state_at, look_at, made_at)
         values ($1, $2, $3, 'impact', '10001', 'marlow-finch', 'Marlow Finch', 'X-2', $4, 1000, $4, $4, $4)`,
        [id, member.user_id, visit.click_id, off.clock.now()],
      );
      await off.cashback.inquiries.sweep();
      await off.work();
      expect((await off.cashback.inquiries.read([id])).get(id)).toMatchObject({
        state: "failed",
        reason: "Asking this network by its own way is switched off.",
      });
      const { inquiries } = await off.control<{ inquiries: Filed[] }>("/impact/inquiries");
      expect(inquiries).toEqual([]);
    } finally {
      await off.close();
    }
  });
});
