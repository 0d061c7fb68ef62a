/** Networks whose own way of asking about a missing purchase fails: nothing is filed twice, nobody is told what is not so, a person hears. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inquiryId } from "#cashback";
import { type Missed, openPurchases, type Purchases } from "../support/missed-purchases.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let of: Purchases;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  of = await openPurchases(world);
});
afterAll(() => world.close());

describe("an interface that fails", () => {
  it.each(["500", "reset", "lost-reply", "cut-reply"])("by %s is asked again later, and one is there", async (mode) => {
    const sam = await of.miss(`Sam${mode.replaceAll(/\W/g, "")}`, "impact");
    await of.ask(sam.id);
    await of.fault(mode);
    await world.work();
    expect((await of.thread(sam)).state, "nobody is told what is not known").toBe("open");
    expect(await of.lineOf(sam)).toContain("Not at Impact yet, tried once");
    await of.later({ minutes: 2 });
    expect((await of.thread(sam)).state, "not at once").toBe("open");
    await of.later({ minutes: 10 });
    expect(await of.filedFor(sam)).toHaveLength(1);
    expect((await of.thread(sam)).state).toBe("asked");
  });

  it("to answer a process that died then is found by our own number, and not filed twice", async () => {
    const tim = await of.miss("Tim", "impact");
    await of.ask(tim.id);
    const { rows } = await world.base.handle.pool.query<{ inquiry_id: string; network_programme_id: string }>(
      "select inquiry_id, network_programme_id from cashback.inquiries where order_number = $1",
      [tim.order_number],
    );
    const [row] = rows;
    if (!row) throw new Error("nothing waits");
    // What the dead one did: it filed, and could not write that down.
    const answer = await fetch(`${world.sandbox.url}/impact/Mediapartners/IRsandbox0000/ActionInquiries`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from("IRsandbox0000:sandbox-impact-token").toString("base64")}`,
        "IR-Version": "16",
      },
      body: new URLSearchParams({
        ...{ CampaignId: row.network_programme_id, OrderId: tim.order_number, InquiryType: "UNTRACKED" },
        ...{ TransactionDate: "2027-03-10T12:00:00Z", TransactionAmount: "80.50" },
        MediaPartnerInquiryId: inquiryId.show(row.inquiry_id),
      }),
    });
    expect(answer.status).toBe(200);
    await world.work();
    expect(await of.filedFor(tim)).toHaveLength(1);
    expect((await of.page(tim)).facts["number at the network"]).toBe(String((await of.filedFor(tim))[0]?.id));
  });

  it("is done by one of two that begin at once", async () => {
    const una = await of.miss("Una", "impact");
    await of.ask(una.id);
    const { rows } = await world.base.handle.pool.query<{ inquiry_id: string }>(
      "select inquiry_id from cashback.inquiries where order_number = $1",
      [una.order_number],
    );
    const id = rows[0]?.inquiry_id ?? "";
    await Promise.all([1, 2, 3].map(() => world.cashback.inquiries.follow(id)));
    await world.work();
    expect(await of.filedFor(una)).toHaveLength(1);
  });

  it("because the network knows no such brand is a person's at once, with what it said, and can be filed again", async () => {
    const vic = await of.miss("Vic", "impact");
    await world.base.handle.pool.query(
      "update cashback.clicks set network_programme_id = '999999' where click_id = $1",
      [vic.click_id],
    );
    await of.ask(vic.id);
    await world.work();
    expect(await of.lineOf(vic)).toContain(
      "Impact was not asked or did not answer: The network did not take the question.",
    );
    expect((await of.page(vic)).facts["what its interface said"]).toContain("Campaign not found");
    expect((await of.thread(vic)).state, "nobody was told that it was asked").toBe("open");
    await world.advance({ minutes: 1 });
    for (const time of ["once", "the same decision twice"])
      expect(await of.act("file", vic.id), time).toMatchObject({ ok: true });
    await world.work();
    expect(await of.lineOf(vic)).toContain("did not take the question");
    await world.advance({ minutes: 1 });
    expect(await of.ask(vic.id), "by mail, as before").toMatchObject({ value: expect.stringContaining("by hand") });
    await world.work();
    expect((await of.thread(vic)).state).toBe("asked");
    expect(await of.filedFor(vic)).toEqual([]);
  });

  it("again and again, for many, raises the alarm; what was given up waits on the desk", async () => {
    const names = ["Wes", "Xia", "Yul"];
    const missed: Missed[] = [];
    for (const name of names) missed.push(await of.miss(name, "impact"));
    await of.fault("500", null);
    for (const one of missed) await of.ask(one.id);
    await world.work();
    const check = world.operators.checks.find(({ name }) => name === "missing purchases");
    expect(await check?.look(world.clock.now())).toMatchObject({ state: "fine" });
    for (const minutes of [6, 16, 61]) await of.later({ minutes });
    expect(await check?.look(world.clock.now())).toMatchObject({ state: "bad", queue: "purchases" });
    for (const minutes of [241, 721, 1_441, 1_441, 1_441]) await of.later({ minutes });
    expect(await of.lineOf(missed[0] as Missed)).toContain("The network could not be reached.");
    await of.fault("off");
    await world.advance({ minutes: 1 });
    for (const one of missed) expect(await of.act("file", one.id)).toMatchObject({ ok: true });
    await world.work();
    for (const one of missed) expect(await of.filedFor(one)).toHaveLength(1);
    await world.advance({ days: 2 });
    expect(await check?.look(world.clock.now())).toMatchObject({ state: "fine" });
  });

  it("to be decided is a person's after four months", async () => {
    const zoe = await of.miss("Zoe", "impact");
    await of.ask(zoe.id);
    await world.work();
    await of.later({ days: 100 });
    expect(await of.lineOf(zoe)).toContain("At Impact as");
    await of.later({ days: 21 });
    expect(await of.lineOf(zoe)).toContain("The network did not answer.");
  });
});
