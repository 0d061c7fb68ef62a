/** Stories of parcels: followed through the aggregator, told by hints, late, silent, lost and found, and what is owed for it. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FactContent, MailFact, MailProof } from "../../src/modules/mailboxes/mailboxes.types.ts";
import { upsNumber } from "../support/ups-number.ts";
import { createWorld, type World } from "../support/world.ts";

const HOUR = 3_600_000;
let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T17:00:00Z" });
});
afterAll(() => world.close());

let made = 0;
const nextNumber = () => {
  made += 1;
  return upsNumber(made);
};
const readerOf = (user_id: string) => ({ user_id, name: "Ann", language: "en" as const });
const typed = { name: "", is_return: false, country: "US", zone: "America/New_York" };

async function follow(user_id: string, story: string) {
  const number = nextNumber();
  await world.control(`/parcels/${number}`, { story });
  const added = await world.shipments.add({ ...typed, user_id, number });
  if (!added.ok) throw new Error(added.code);
  await world.work();
  return { number, parcel_id: added.value.parcel_id };
}
const views = async (user_id: string) => {
  const page = await world.shipments.packages(readerOf(user_id));
  return [...page.parcels, ...page.past];
};
const view = async (user_id: string, parcel_id: string) => {
  const found = (await views(user_id)).find((one) => one.parcel_id === parcel_id);
  if (!found) throw new Error("no such parcel");
  return found;
};
const cases = async (user_id: string) => {
  const page = await world.shipments.cases(readerOf(user_id));
  return [...page.open, ...page.closed];
};
/** Time passes in both worlds; the aggregator tells what was scanned, and what is due is done. */
async function pass(hours: number) {
  await world.advance({ hours });
  await world.control("/parcels", {});
  await world.control("/postbacks/idle", {});
  await world.work();
  await world.shipments.sweep();
  await world.work();
}
let mails = 0;
function fact(user_id: string, content: FactContent, proof: MailProof = "signed"): MailFact {
  mails += 1;
  return {
    ...{ fact_id: `fact-${mails}`, mail_id: `mail-${mails}`, user_id, proof, sent_at: world.clock.now(), content },
    store: { merchant_id: null, name: "Otter Lane", domain: "otterlane.example" },
  };
}
const today = () => world.clock.now().toISOString().slice(0, 10);
const order = (order_number: string, more: object = {}): FactContent => ({
  ...{
    kind: "order",
    order_number,
    ordered_on: today(),
    currency: "USD",
    total_minor: 4_200n,
    shipping_minor: 500n,
  },
  ...{ items: [{ name: "Linen jacket", quantity: 1, unit_minor: 3_700n, url: null }], promised_by: null },
  ...more,
});
const shipment = (order_number: string | null, tracking_number: string | null): FactContent => ({
  ...{ kind: "shipment", order_number, tracking_number, carrier_name: "UPS", tracking_url: null, shipped_on: null },
  ...{ expected_from: null, expected_by: null, step: "shipped", items: [] },
});

describe("a parcel", () => {
  it("is followed from its label to the door, by hints that say only that something changed", async () => {
    const ann = await world.member("Ann");
    const { parcel_id, number } = await follow(ann.user_id, "plain");
    expect(await view(ann.user_id, parcel_id)).toMatchObject({ state: "moving", carrier_name: "UPS", number });
    expect(await world.shipments.add({ ...typed, user_id: ann.user_id, number })).toMatchObject({
      value: { parcel_id, known: true },
    });
    await pass(12);
    expect((await view(ann.user_id, parcel_id)).scans.at(-1)).toMatchObject({ place: "Columbus, OH" });
    await pass(12);
    expect(await view(ann.user_id, parcel_id)).toMatchObject({ state: "out_for_delivery", case: null });
    await pass(10);
    expect(await view(ann.user_id, parcel_id)).toMatchObject({ state: "delivered" });
    expect((await view(ann.user_id, parcel_id)).scans.map(({ status }) => status)).toEqual([
      ...["label", "moving", "moving", "out_for_delivery", "delivered"],
    ]);
    expect(await cases(ann.user_id)).toEqual([]);
    expect(await world.mails(ann.email)).not.toContain("Delivered");
  });

  it("ends the same with messages doubled, held back and out of order", async () => {
    const bea = await world.member("Bea");
    const { parcel_id } = await follow(bea.user_id, "plain");
    for (const mode of ["duplicate", "reorder", "hold"]) {
      await world.control("/postbacks/mode", { mode });
      await pass(12);
    }
    await world.control("/postbacks/mode", { mode: "normal" });
    await world.control("/postbacks/release", {});
    await world.control("/postbacks/idle", {});
    await world.work();
    expect((await view(bea.user_id, parcel_id)).scans).toHaveLength(5);
    expect(await view(bea.user_id, parcel_id)).toMatchObject({ state: "delivered" });
  });

  it("comes to the same end in the database for a hundred, with what is told of them in any order", async () => {
    const abe = await world.member("Abe");
    const stories = ["plain", "late", "silent", "pickup", "attempt", "returned"];
    const followed = [];
    for (let n = 0; n < 102; n += 1) {
      const story = stories[n % stories.length] ?? "plain";
      const number = nextNumber();
      await world.control(`/parcels/${number}`, { story });
      const added = await world.shipments.add({ ...typed, user_id: abe.user_id, number });
      if (!added.ok) throw new Error(added.code);
      followed.push({ story, number, parcel_id: added.value.parcel_id });
    }
    await world.work();
    for (const mode of ["reorder", "duplicate", "drop"]) {
      await world.control("/postbacks/mode", { mode });
      await world.advance({ hours: 14 });
      await world.control("/parcels", {});
      await world.control("/postbacks/idle", {});
      await world.work();
    }
    await world.control("/postbacks/mode", { mode: "normal" });
    await pass(24);
    await pass(48);
    const states = new Map((await views(abe.user_id)).map((one) => [one.parcel_id, one]));
    const ends = { plain: "delivered", late: "delivered", silent: "stalled", pickup: "pickup", attempt: "delivered" };
    const wrong = followed.filter(
      ({ story, parcel_id }) =>
        states.get(parcel_id)?.state !== ({ ...ends, returned: "returned" } as Record<string, string>)[story],
    );
    expect(wrong.map(({ story, parcel_id }) => `${story}: ${states.get(parcel_id)?.state}`)).toEqual([]);
    const { rows } = await world.base.handle.pool.query(
      "select count(*)::int as scans, count(distinct (parcel_id, occurred_at, status))::int as once from shipments.scans",
    );
    expect(rows[0].scans).toBe(rows[0].once);
  });

  it("believes no message that is not signed, and nothing that a message says", async () => {
    const cid = await world.member("Cid");
    const { parcel_id, number } = await follow(cid.user_id, "label");
    const before = await world.base.handle.pool.query("select count(*)::int as n from platform.inbox");
    await world.control(`/parcels/${number}`, { forge: true });
    await world.control("/postbacks/idle", {});
    const { rows } = await world.base.handle.pool.query("select tracker_id from shipments.parcels where number = $1", [
      number,
    ]);
    const body = JSON.stringify({
      ...{ id: "evt_made_up", description: "tracker.updated" },
      result: {
        id: rows[0].tracker_id,
        status: "delivered",
        tracking_details: [{ status: "delivered", datetime: "2027-03-10T00:00:00Z" }],
      },
    });
    const send = (signature: string) =>
      fetch(`${world.productUrl}/hooks/easypost`, {
        ...{ method: "POST", body },
        headers: { "content-type": "application/json", "x-hmac-signature": signature },
      });
    expect((await send("hmac-sha256-hex=00")).status).toBe(401);
    expect((await send("")).status).toBe(401);
    const after = await world.base.handle.pool.query("select count(*)::int as n from platform.inbox");
    expect(after.rows).toEqual(before.rows);
    const signed = createHmac("sha256", "sandbox-easypost-secret").update(body).digest("hex");
    expect((await send(`hmac-sha256-hex=${signed}`)).status).toBe(200);
    await world.work();
    // Even signed it only makes us ask, and they know nothing of it.
    expect(await view(cid.user_id, parcel_id)).toMatchObject({ state: "label" });
  });

  it("is late the day after the promised one has ended where its member lives, once, and found when it comes", async () => {
    const dee = await world.member("Dee");
    const { parcel_id } = await follow(dee.user_id, "late");
    const promised = (await view(dee.user_id, parcel_id)).expected_by ?? "";
    const end = Date.parse(`${promised}T04:00:00Z`) + 2 * 24 * HOUR;
    await pass((end - world.clock.now().getTime()) / HOUR - 1);
    expect(await view(dee.user_id, parcel_id)).toMatchObject({ state: "moving", case: null });
    await pass(3);
    expect(await view(dee.user_id, parcel_id)).toMatchObject({ state: "late", case: { kind: "late", state: "open" } });
    await pass(1);
    const mails = await world.mails(dee.email);
    expect(mails.filter((subject) => subject.startsWith("Late: "))).toHaveLength(1);
    await pass(72);
    expect(await view(dee.user_id, parcel_id)).toMatchObject({ state: "delivered", case: null });
    expect(await cases(dee.user_id)).toMatchObject([{ state: "arrived", by_rule: true }]);
    expect((await world.mails(dee.email)).filter((subject) => subject.startsWith("Delivered: "))).toHaveLength(1);
  });

  it("that went silent is asked about less and less, and is stalled after five days, from abroad after fourteen", async () => {
    const eve = await world.member("Eve");
    const silent = await follow(eve.user_id, "silent");
    const abroad = await follow(eve.user_id, "abroad");
    for (let day = 0; day < 6; day += 1) await pass(24);
    expect(await view(eve.user_id, silent.parcel_id)).toMatchObject({ state: "stalled", case: { kind: "stalled" } });
    expect(await view(eve.user_id, abroad.parcel_id)).toMatchObject({ state: "moving", case: null });
    for (let day = 0; day < 9; day += 1) await pass(24);
    expect(await view(eve.user_id, abroad.parcel_id)).toMatchObject({ state: "stalled" });
    expect((await world.mails(eve.email)).filter((one) => one.startsWith("No news of it"))).toHaveLength(2);
  });
});

describe("a case", () => {
  it("of what was said to be delivered goes from the store to the carrier to the card, each day told once", async () => {
    const fay = await world.member("Fay");
    const { parcel_id } = await follow(fay.user_id, "false_delivery");
    await pass(4);
    expect(await view(fay.user_id, parcel_id)).toMatchObject({ state: "delivered" });
    const asked = { user_id: fay.user_id, parcel_id, demand: "refund" as const, paid_with: null, words: "" };
    expect(await world.shipments.report({ ...asked, kind: "stalled" })).toMatchObject({ code: "not_now" });
    const opened = await world.shipments.report({ ...asked, kind: "not_received" });
    if (!opened.ok) throw new Error(opened.code);
    const case_id = opened.value;
    expect(await world.shipments.report({ ...asked, kind: "not_received" })).toMatchObject({ value: case_id });
    expect(await world.shipments.report({ ...asked, kind: "damaged" })).toMatchObject({ code: "case_open" });
    const [first] = await cases(fay.user_id);
    expect(first?.look_until).not.toBeNull();
    expect(first?.letter.body.en).toContain("I did not receive it.");
    expect(first?.letter.body.es).toContain("No lo recibí.");
    expect(first?.letter.body.en).toContain("16 CFR 435");
    const step = (state: "store_asked" | "carrier_filed" | "card_advised" | "refunded", more: object = {}) =>
      world.shipments.step({ user_id: fay.user_id, case_id, state, ...more });
    expect(await step("store_asked")).toMatchObject({ ok: true });
    for (let day = 0; day < 12; day += 1) await pass(24);
    expect((await world.mails(fay.email)).filter((one) => one.startsWith("No answer from the store"))).toHaveLength(1);
    expect(await step("carrier_filed")).toMatchObject({ ok: true });
    expect(await step("store_asked"), "no step back").toMatchObject({ code: "not_now" });
    expect(await step("card_advised")).toMatchObject({ code: "paid_with_missing" });
    expect(await step("card_advised", { paid_with: "credit" })).toMatchObject({ ok: true });
    const [advised] = await cases(fay.user_id);
    expect(advised?.card_law?.name.en).toContain("1026.13");
    expect(await step("refunded")).toMatchObject({ ok: true });
    expect(await step("refunded"), "twice is once").toMatchObject({ ok: true });
    const [closed] = await cases(fay.user_id);
    expect(closed?.history.map(({ state }) => state)).toEqual([
      ...["open", "store_asked", "carrier_filed", "card_advised", "refunded"],
    ]);
    expect(closed?.next).toEqual([]);
  });

  it("is nobody else's, nor is the parcel", async () => {
    const gus = await world.member("Gus");
    const hal = await world.member("Hal");
    const { parcel_id } = await follow(gus.user_id, "false_delivery");
    await pass(4);
    const report = { parcel_id, kind: "damaged" as const, demand: "refund" as const, paid_with: null, words: "" };
    for (const act of [
      world.shipments.rename({ user_id: hal.user_id, parcel_id, name: "mine" }),
      world.shipments.receive({ user_id: hal.user_id, parcel_id }),
      world.shipments.remove({ user_id: hal.user_id, parcel_id }),
      world.shipments.chooseCarrier({ user_id: hal.user_id, parcel_id, carrier: "ups" }),
      world.shipments.report({ ...report, user_id: hal.user_id }),
    ])
      expect(await act).toMatchObject({ code: "unknown_parcel" });
    const opened = await world.shipments.report({ ...report, user_id: gus.user_id });
    if (!opened.ok) throw new Error(opened.code);
    expect(
      await world.shipments.step({ user_id: hal.user_id, case_id: opened.value, state: "withdrawn" }),
    ).toMatchObject({ code: "unknown_case" });
    expect(await world.shipments.remove({ user_id: gus.user_id, parcel_id })).toMatchObject({ code: "case_open" });
  });
});

describe("a mail", () => {
  it("brings an order, its parcel and its refund together, whatever comes first and however often", async () => {
    const ivy = await world.member("Ivy");
    const number = nextNumber();
    await world.control(`/parcels/${number}`, { story: "silent" });
    const told = [fact(ivy.user_id, order("OL-1")), fact(ivy.user_id, shipment("OL-1", number))];
    await world.shipments.takeFacts(told);
    await world.shipments.takeFacts(told.toReversed());
    await world.shipments.add({ ...typed, user_id: ivy.user_id, number });
    await world.work();
    const all = await views(ivy.user_id);
    expect(all).toMatchObject([{ title: "Otter Lane, Linen jacket", number, state: "moving" }]);
    for (let day = 0; day < 7; day += 1) await pass(24);
    expect(await cases(ivy.user_id)).toMatchObject([{ state: "open", kind: "stalled" }]);
    const refund = { kind: "refund" as const, order_number: "OL-1", currency: "USD", amount_minor: 4_200n };
    await world.shipments.takeFacts([fact(ivy.user_id, { ...refund, refunded_on: "2027-04-01" }, "none")]);
    expect(await cases(ivy.user_id), "anybody may have written it").toMatchObject([{ state: "open" }]);
    await world.shipments.takeFacts([fact(ivy.user_id, { ...refund, refunded_on: "2027-04-01" })]);
    expect(await cases(ivy.user_id)).toMatchObject([{ state: "refunded", refunded: { minor: "4200" } }]);
    expect((await world.shipments.cases(readerOf(ivy.user_id))).brought).toMatchObject({ refunded_minor: "4200" });
  });

  it("with the number after it was typed is that parcel, and the order's own row goes", async () => {
    const jo = await world.member("Jo");
    const { number, parcel_id } = await follow(jo.user_id, "label");
    await world.shipments.takeFacts([fact(jo.user_id, order("OL-2")), fact(jo.user_id, shipment("OL-2", number))]);
    expect(await views(jo.user_id)).toMatchObject([{ parcel_id, title: "Otter Lane, Linen jacket" }]);
  });

  it("of an order that is never shipped opens a case after thirty days", async () => {
    const kim = await world.member("Kim");
    const old = order("OL-0", { ordered_on: "2027-01-01" });
    await world.shipments.takeFacts([fact(kim.user_id, order("OL-3")), fact(kim.user_id, old)]);
    expect(await views(kim.user_id), "nobody waits for an order of months ago").toHaveLength(1);
    for (let days = 0; days < 28; days += 7) await pass(168);
    expect(await cases(kim.user_id)).toEqual([]);
    await pass(96);
    const [found] = await cases(kim.user_id);
    expect(found).toMatchObject({ kind: "not_shipped", state: "open", carrier_until: null });
    expect(found?.letter.body.en).toContain("has not been shipped");
  });
});

describe("a member", () => {
  it("takes parcels along into another account, has them in their copy, and they go when the member leaves", async () => {
    const lea = await world.member("Lea");
    const mia = await world.member("Mia");
    const { number } = await follow(lea.user_id, "label");
    await world.shipments.add({ ...typed, user_id: mia.user_id, number });
    const second = await follow(lea.user_id, "label");
    await world.work();
    const { readMemberData, eraseMemberData } = await import("../../src/modules/shipments/member-data-store.ts");
    const { moveMember } = await import("../../src/modules/shipments/member-move-store.ts");
    const { db } = world.base.handle;
    expect((await readMemberData(db, lea.user_id)).parcels).toHaveLength(2);
    await world.base.handle.transaction((tx) => moveMember(tx, { from: lea.user_id, to: mia.user_id }));
    expect(await views(lea.user_id)).toEqual([]);
    expect((await views(mia.user_id)).map((one) => one.number).sort()).toEqual([number, second.number].sort());
    await world.base.handle.transaction((tx) => eraseMemberData(tx, mia.user_id));
    expect(await readMemberData(db, mia.user_id)).toEqual({ parcels: [], cases: [] });
  });
});
