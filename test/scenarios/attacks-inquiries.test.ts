/** Questions to networks under attack: of somebody else's order, in another's account, ended while the network is asked, pressed again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InquiryContext } from "../../src/modules/cashback/inquiries/ask-network.ts";
import { followInquiry } from "../../src/modules/cashback/inquiries/follow-inquiry.ts";
import { messageId } from "../../src/modules/help/ids.ts";
import { type Missed, openPurchases, type Purchases } from "../support/missed-purchases.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let of: Purchases;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  of = await openPurchases(world);
});
afterAll(() => world.close());

type Kept = { inquiry_id: string; state: string; look_at: Date | null; order_id: string | null };
async function keptOf({ id }: Missed): Promise<Kept> {
  const { rows } = await world.base.handle.pool.query<Kept>(
    "select i.* from cashback.inquiries i join help.askings a using (inquiry_id) where a.message_id = $1",
    [messageId.read(id)],
  );
  const [kept] = rows;
  if (!kept) throw new Error("nothing was asked");
  return kept;
}

/** An order of a visit, as the network tells of it; its number there. */
async function tell(visit: Missed, orderId: string) {
  const programId = (await world.cashback.desk.click(visit.click_id))?.network_programme_id;
  const order = { network: "impact", programId, subId: visit.click_id, amount: 80.5, orderId, silent: true };
  const made = await world.control<{ order: { id: string } }>("/orders", order);
  await world.poll();
  return made.order.id;
}
const found = async (missed: Missed) =>
  (await of.headlines(missed)).filter((line) => line.includes("found your purchase")).length;

describe("an order that pays somebody else", () => {
  it("is not asked about, however its number is written; a person hears why", async () => {
    const ada = await of.miss("Ada", "impact", { order: "MF-ADA" });
    await tell(ada, "MF-ADA");
    for (const order of ["mf-ada", "#MF\u2013ADA", "\uff2d\uff26-ADA"]) {
      const eve = await of.miss("Eve", "impact", { order });
      expect(await of.ask(eve.id), order).toMatchObject({
        ...{ code: "not_possible", detail: { why: expect.stringContaining("pays another member") } },
      });
      await world.work();
      expect((await of.thread(eve)).state).toBe("open");
    }
    expect((await of.filed()).filter(({ order_id }) => order_id.includes("ADA"))).toEqual([]);
  });

  it("is asked about once under numbers that look alike", async () => {
    const bea = await of.miss("Bea", "impact", { order: "MF-BEA" });
    await of.ask(bea.id);
    const alike = await of.miss("Cal", "impact", { order: " #mf\u2011bea" });
    expect(await of.ask(alike.id)).toMatchObject({ detail: { why: expect.stringContaining("asked about before") } });
    const odd = await of.miss("Dot", "impact", { order: "MF-B\u0415A" });
    expect(await of.ask(odd.id)).toMatchObject({ ok: true, value: expect.stringContaining("no store prints") });
    await world.work();
    expect((await of.filed()).filter(({ order_id }) => /^mf.b.a$/i.test(order_id))).toHaveLength(1);
  });
});

describe("an order that was there before anybody knew it for this one", () => {
  it("ends the question once the network says its key", async () => {
    const fay = await of.miss("Fay", "impact");
    await of.ask(fay.id);
    await world.work();
    // As if they had mistyped it, and the store had found it by the visit.
    await world.base.handle.pool.query(
      "update cashback.inquiries set order_number = 'MISTYPED' where inquiry_id = $1",
      [(await keptOf(fay)).inquiry_id],
    );
    await of.decide(fay, "VALID");
    await world.poll();
    expect(await of.booked(fay)).toHaveLength(1);
    expect((await keptOf(fay)).state).toBe("filed");
    await of.later({ hours: 2 });
    expect(await keptOf(fay)).toMatchObject({ state: "arrived", look_at: null, order_id: expect.any(String) });
    expect(await of.booked(fay), "once").toHaveLength(1);
    expect(await found(fay)).toBe(1);
  });

  it.each(["filed", "declined"])(
    "ends the %s question of whoever made that visit by another account",
    async (state) => {
      const old = await of.miss(`Old${state}`, "impact");
      const gus = await of.miss(`Gus${state}`, "impact");
      await of.ask(gus.id);
      await world.work();
      if (state === "declined") {
        await of.decide(gus, "DECLINED", "Other");
        await of.later({ hours: 2 });
      }
      await tell(old, gus.order_number);
      expect((await keptOf(gus)).state, "another's order answers nobody").toBe(state);
      expect(await world.identity.merge({ from: old.member.user_id, to: gus.member.user_id })).toMatchObject({
        ok: true,
      });
      await world.work();
      expect(await keptOf(gus)).toMatchObject({ state: "arrived", order_id: expect.any(String) });
      expect((await of.thread(gus)).state).toBe("resolved");
      expect([await found(gus), await found(old)]).toEqual([1, 0]);
    },
  );

  it("goes with an account that becomes another's, and its letter to whoever has it then", async () => {
    const hal = await of.miss("Hal", "impact");
    const ivy = await world.member("Ivy");
    await of.ask(hal.id);
    expect(await world.identity.merge({ from: hal.member.user_id, to: ivy.user_id })).toMatchObject({ ok: true });
    await world.work();
    expect(await of.filedFor(hal), "filed once, by the visit that moved along").toMatchObject([
      { tracking_link: expect.stringContaining(hal.click_id) },
    ]);
    await tell(hal, hal.order_number);
    await world.work();
    expect((await keptOf(hal)).state).toBe("arrived");
    expect((await world.passbookOf(ivy.user_id)).entries.filter(({ type }) => type === "order")).toHaveLength(1);
    expect(await world.help.threads.read({ user_id: hal.member.user_id, thread: hal.id, language: "en" })).toBeNull();
    expect(await world.help.threads.read({ user_id: ivy.user_id, thread: hal.id, language: "en" })).toMatchObject({
      state: "resolved",
    });
  });
});

describe("an order that reaches somebody else while the question waits", () => {
  it("is not asked about any more, and a person hears why", async () => {
    const max = await of.miss("Max", "impact");
    const ned = await of.miss("Ned", "impact");
    await of.ask(max.id);
    await of.fault("500");
    await world.work();
    await tell(ned, max.order_number);
    expect(await of.booked(ned)).toHaveLength(1);
    await of.later({ minutes: 10 });
    expect(await of.filedFor(max)).toEqual([]);
    expect(await keptOf(max)).toMatchObject({ state: "failed", look_at: null });
    expect(await of.lineOf(max)).toContain("Another member has since been paid");
    expect((await of.headlines(max)).join(), "nothing is claimed").not.toContain("asked the store");
  });
});

describe("what happens while a network is looked through for our number", () => {
  it.each<[string, (asked: Missed, other: Missed) => Promise<unknown>, string]>([
    ["an order reaches somebody else", (asked, other) => tell(other, asked.order_number), "failed"],
    [
      "a member leaves",
      ({ member }) =>
        world.identity.deleteAccount(member, {
          ...{ password: member.password, give_up: true, user_agent: "", address: "" },
        }),
      "withdrawn",
    ],
    ["the order comes", (asked) => tell(asked, asked.order_number), "arrived"],
  ])("%s: nothing is filed any more", async (what, happens, state) => {
    const name = what.replaceAll(" ", "");
    const asked = await of.miss(`Pia${name}`, "impact");
    const other = await of.miss(`Quin${name}`, "impact");
    await of.ask(asked.id);
    const { inquiry_id } = await keptOf(asked);
    let filed = 0;
    const impact = {
      find: async () => {
        await happens(asked, other);
        return null;
      },
      file: async () => {
        filed += 1;
        return "1";
      },
    };
    // The rest of the context has no part in this.
    const context = { ...world, inquiryAdapters: { impact } };
    await followInquiry(context as unknown as InquiryContext, inquiry_id);
    await world.work();
    expect(filed).toBe(0);
    const { rows } = await world.base.handle.pool.query("select state from cashback.inquiries where inquiry_id = $1", [
      inquiry_id,
    ]);
    expect(rows).toEqual([{ state }]);
  });
});

describe("a purchase that was found", () => {
  it.each(["en", "es"] as const)(
    "and refused by its store later is said to be so, with the reason (%s)",
    async (language) => {
      const rex = await of.miss(`Rex${language}`, "impact", { language });
      await of.ask(rex.id);
      await world.work();
      const id = await tell(rex, rex.order_number);
      const titles = async () => (await of.thread(rex)).entries.map(({ title }) => title);
      expect((await titles()).at(-1)).toBe(language === "en" ? "We found your purchase" : "Encontramos tu compra");
      await world.advance({ days: 1 });
      await world.control(`/orders/impact/${encodeURIComponent(id)}/reverse`, {
        reason: "ITEM_OUT_OF_STOCK",
        silent: true,
      });
      await world.poll();
      expect((await of.thread(rex)).entries.at(-1)).toMatchObject(
        language === "en"
          ? {
              title: "The store has refused it since",
              words: expect.stringMatching(/^The store could not deliver the order\. .*no cash back/),
            }
          : {
              title: "Desde entonces la tienda lo rechazó",
              words: expect.stringMatching(/^La tienda no pudo entregar el pedido\. .*sin dinero de vuelta/),
            },
      );
      expect(await world.help.threads.list(rex.member.user_id)).toMatchObject([{ state: "resolved" }]);
    },
  );
});

describe("a question that ends while its network is asked", () => {
  it.each(["arrived", "failed"])("as %s is looked at no more", async (state) => {
    const jo = await of.miss(`Jo${state}`, "impact");
    await of.ask(jo.id);
    await world.work();
    const { inquiry_id } = await keptOf(jo);
    const end = () =>
      world.base.handle.pool.query(
        "update cashback.inquiries set state = $2, state_at = now(), look_at = null where inquiry_id = $1",
        [inquiry_id, state],
      );
    const look = async () => {
      await end();
      return { id: "1", state: "filed", reason: null, order_key: null };
    };
    // The rest of the context has no part in this.
    const context = { ...{ database: world.database, clock: world.clock }, inquiryAdapters: { impact: { look } } };
    await followInquiry(context as unknown as InquiryContext, inquiry_id);
    expect(await keptOf(jo)).toMatchObject({ state, look_at: null });
  });
});

describe("a network that answers every look with a fault", () => {
  it("is a person's after four months, as one that decides nothing", async () => {
    const lea = await of.miss("Lea", "impact");
    await of.ask(lea.id);
    await world.work();
    await of.fault("500", null, "impact.action-inquiries");
    await of.later({ days: 119 });
    expect(await keptOf(lea)).toMatchObject({ state: "filed", look_at: expect.any(Date) });
    await of.later({ days: 2 });
    expect(await keptOf(lea)).toMatchObject({ state: "failed", look_at: null });
    expect(await of.lineOf(lea)).toContain("The network did not answer.");
    await of.fault("off", null, "impact.action-inquiries");
  });
});

describe("an operator who presses again", () => {
  it("asks no network that a person asked by mail, and files once by one decision that failed", async () => {
    const kay = await of.miss("Kay", "impact");
    const { pool } = world.base.handle;
    await pool.query("update cashback.clicks set network_programme_id = '999999' where click_id = $1", [kay.click_id]);
    await of.ask(kay.id);
    await world.work();
    await world.advance({ minutes: 1 });
    expect(await of.act("file", kay.id)).toMatchObject({ ok: true });
    await world.work();
    const moves = () => world.cashback.inquiries.moves(inquiry_id);
    const { inquiry_id } = await keptOf(kay);
    const before = (await moves()).length;
    expect(await of.act("file", kay.id), "the same decision, told late").toMatchObject({ ok: true });
    await world.work();
    expect(await moves()).toHaveLength(before);
    await world.advance({ minutes: 1 });
    expect(await of.ask(kay.id)).toMatchObject({ value: expect.stringContaining("by hand") });
    await world.advance({ minutes: 1 });
    await pool.query("update cashback.inquiries set network_programme_id = '10001' where inquiry_id = $1", [
      inquiry_id,
    ]);
    expect(await of.act("file", kay.id)).toMatchObject({ code: "not_possible" });
    await world.work();
    expect(await of.filedFor(kay)).toEqual([]);
  });
});
