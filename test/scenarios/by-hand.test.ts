/** Stories of money that a person gives a member or takes: once, with a reason, within limits, and never to somebody who is gone. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(() => world.close());

const NOTE = "the parcel came broken, chat of today";
const move = (
  act: "credit" | "debit",
  member: { user_id: string },
  amount: string,
  more: { by?: string; note?: string; reason?: string; approvedBy?: string } = {},
) =>
  desk.act("member", userId.show(member.user_id), act, {
    by: more.by ?? "opr_ann",
    reason: more.reason ?? (act === "credit" ? "goodwill" : "given_wrongly"),
    values: { amount, note: more.note ?? NOTE },
    ...(more.approvedBy && { approvedBy: more.approvedBy }),
  });
const needs = (member: { user_id: string }, amount: string, by = "opr_ann") =>
  desk
    .actOf("member", "credit")
    .secondPerson?.needed(userId.show(member.user_id), desk.toldOf({ by, values: { amount, note: NOTE } }));
const free = async (member: { user_id: string }) => (await world.ledger.balances(member.user_id)).available;

describe("money by hand", () => {
  it("is the member's at once, once, with the reason in the passbook and in a letter", async () => {
    const ann = await world.member("Ann", "es");
    const pressed = await Promise.all([
      move("credit", ann, "5.00"),
      move("credit", ann, "5.00"),
      move("credit", ann, "5"),
    ]);
    expect(
      pressed.every(({ ok }) => ok),
      JSON.stringify(pressed),
    ).toBe(true);
    expect(await free(ann)).toBe(500n);
    expect((await world.passbookOf(ann.user_id)).entries).toMatchObject([
      {
        type: "bonus",
        amount_minor: "500",
        title: { es: "Crédito nuestro" },
        note: { es: expect.stringMatching(/molestias/) },
      },
    ]);
    await world.work();
    expect((await world.mails(ann.email)).filter((subject) => subject.includes("Se agregaron"))).toHaveLength(1);
    expect(await desk.section("money by hand", ann.user_id)).toMatchObject([
      { line: `$5.00 goodwill: ${NOTE} (opr_ann)` },
    ]);
  });

  it("that is taken comes from what is free, and the rest is owed and paid by what comes next", async () => {
    const ann = await world.member("Ann");
    await move("credit", ann, "5.00");
    expect(await move("debit", ann, "8.00")).toMatchObject({ ok: true });
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, clawback: 300n });
    expect(await move("credit", ann, "4.00", { reason: "our_mistake" })).toMatchObject({ ok: true });
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 100n, clawback: 0n });
    expect((await world.passbookOf(ann.user_id)).totals.back_minor).toBe("100");
  });

  it("asks a second person above a sum, however it is cut into pieces or pressed at once", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    expect(await needs(ann, "25.00")).toBe(false);
    expect(await needs(ann, "25.01")).toBe(true);
    expect(await move("credit", ann, "25.01")).toMatchObject({
      ok: false,
      code: "not_possible",
      detail: { why: /second person/ },
    });
    const pieces = await Promise.all(
      ["a", "b", "c", "d"].map((note, place) => move("credit", ann, "10.00", { note, by: `opr_${place % 2}` })),
    );
    expect(pieces.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await free(ann)).toBe(2_000n);
    expect(await needs(ann, "5.01")).toBe(true);
    expect(await needs(bob, "25.00", "opr_0")).toBe(false);
    expect(
      await move("credit", ann, "60.00", { approvedBy: "opr_ann" }),
      "nobody approves what they propose",
    ).toMatchObject({ ok: false });
    expect(await move("credit", ann, "60.00", { approvedBy: "opr_boss" })).toMatchObject({ ok: true });
    expect(await move("credit", ann, "500.01", { approvedBy: "opr_boss" })).toMatchObject({ ok: false });
    // What took two counts for the day's end all the same.
    for (const note of ["a", "b"]) await move("credit", bob, "450", { note, approvedBy: "opr_boss" });
    expect(await move("credit", bob, "50", { note: "c", approvedBy: "opr_boss" })).toMatchObject({
      ok: false,
      detail: { why: /a day/ },
    });
    expect(await free(bob)).toBe(90_000n);
  });

  it("counts one person's day over all members, also when all are pressed at once", async () => {
    const members = [];
    for (const name of ["Ann", "Bob", "Cleo", "Dora", "Eve", "Flo"]) members.push(await world.member(name));
    const pressed = await Promise.all(members.map((member) => move("credit", member, "25.00")));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(4);
    const sums = await Promise.all(members.map(free));
    expect(sums.reduce((sum, one) => sum + one, 0n)).toBe(10_000n);
  });

  it("is refused without a reason of the list, a note and an amount, and for who is not there", async () => {
    const ann = await world.member("Ann");
    for (const wrong of ["", "0", "-5", "1e3", "5.001", "five"])
      expect(await move("credit", ann, wrong), wrong).toMatchObject({ ok: false });
    expect(await move("credit", ann, "5", { note: "  " })).toMatchObject({ ok: false });
    expect(await move("credit", ann, "5", { by: "" })).toMatchObject({ ok: false });
    for (const reason of ["given_wrongly", "", "toString"])
      expect(await move("credit", ann, "5", { reason }), reason).toMatchObject({ ok: false });
    expect(await desk.act("member", "usr_1", "credit")).toMatchObject({ code: "unknown" });
    expect(await move("credit", { user_id: "019a0000-0000-7000-8000-000000000001" }, "5")).toMatchObject({
      code: "unknown",
    });
    expect(await free(ann)).toBe(0n);
  });

  it("never goes to an account that went into another or ended, also when both happen at once", async () => {
    const [ann, anna, bob] = [await world.member("Ann"), await world.member("Anna"), await world.member("Bob")];
    await move("credit", ann, "5.00");
    const [merged] = await Promise.all([
      world.identity.merge({ from: ann.user_id, to: anna.user_id }),
      move("credit", ann, "3.00"),
    ]);
    expect(merged).toMatchObject({ ok: true });
    expect(await move("credit", ann, "2.00")).toMatchObject({ code: "unknown" });
    expect(await free(ann)).toBe(0n);
    expect([500n, 800n]).toContain(await free(anna));
    expect(
      await world.identity.deleteAccount(bob, { password: bob.password, give_up: true, user_agent: "", address: "" }),
    ).toMatchObject({ ok: true });
    expect(await move("credit", bob, "2.00")).toMatchObject({ code: "unknown" });
  });
});
