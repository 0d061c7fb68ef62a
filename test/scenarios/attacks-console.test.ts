/**
 * Attacks on the operators' console from within: somebody who is signed in, or was, and wants more than their roles give. Money that
 * is moved twice or at another store's rate, deeds of who lost the role, and things read by who may not see their kind.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OperatorObject } from "#platform/operator";
import { writeCsv } from "#platform/write-csv";
import type { Role } from "#staff";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createShopping, hear } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const available = async ({ user_id }: Member) => (await world.ledger.balances(user_id)).available;
const hire = (name: string, ...roles: Role[]) => hireOperator(world, name, roles);
const credit = async (who: Hired, member: Member, amount: string, note = "the parcel came broken") =>
  world.staff.decide(
    await who.me(),
    {
      ...{ place: "object", name: "member", item: userId.show(member.user_id), act: "credit", reason: "goodwill" },
      values: { amount, note },
    },
    FROM,
  );
const carryOut = async () => {
  await world.advance({ minutes: 11 });
  await world.staff.sweep();
  await world.work();
};
const lastDecision = async (): Promise<{ decision_id: string; state: string; outcome: string | null }> =>
  (await world.base.handle.pool.query("select * from staff.decisions order by decided_at desc limit 1")).rows[0];

describe("money by hand", () => {
  it("is moved once, also when its worker dies after it was moved and is taken over on the next day", async () => {
    const [finn, ann] = [await hire("Finn", "finance"), await world.member("Ann")];
    await world.advance({ hours: 3, minutes: 59 });
    await finn.signIn();
    expect(await credit(finn, ann, "9.00")).toMatchObject({ ok: true });
    await carryOut();
    expect(await available(ann)).toBe(900n);
    const { decision_id } = await lastDecision();
    // What a killed worker leaves: the money has moved, and the decision still says that somebody is at it.
    await world.base.handle.pool.query(
      "update staff.decisions set state = 'running', outcome = null, leased_until = $1",
      [world.clock.now()],
    );
    await world.advance({ minutes: 20 });
    await world.staff.carryOut(decision_id, 1);
    expect(await available(ann)).toBe(900n);
  });

  it("does not move for who lost the role before it was carried out, nor with the yes of such a one", async () => {
    const [finn, fay, olga] = [
      await hire("Finn", "finance"),
      await hire("Fay", "finance"),
      await hire("Olga", "owner"),
    ];
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    const lose = async (who: Hired) =>
      expect(await world.staff.setRoles(await olga.me(), { id: who.id, roles: ["analyst"] }, FROM)).toMatchObject({
        ok: true,
      });
    const proposed = await credit(finn, bob, "60.00");
    if (!proposed.ok) throw new Error(proposed.code);
    const { id, hash } = proposed.value;
    expect(await world.staff.second(await fay.me(), { id, agree: true, hash }, FROM)).toMatchObject({ ok: true });
    await lose(fay);
    expect(await credit(finn, ann, "9.00")).toMatchObject({ ok: true, value: { state: "waiting" } });
    await lose(finn);
    await carryOut();
    expect([await available(ann), await available(bob)]).toEqual([0n, 0n]);
    const { rows } = await world.base.handle.pool.query("select state from staff.decisions");
    expect(rows).toEqual([{ state: "undone" }, { state: "undone" }]);
  });

  it("takes an amount as it is typed on a keyboard, and no other number", async () => {
    const [finn, ann] = [await hire("Finn", "finance"), await world.member("Ann")];
    for (const amount of [
      "1e3",
      "-5",
      "NaN",
      "0x10",
      "Infinity",
      "٥",
      "５",
      "1,000",
      "0.00",
      "9".repeat(40),
      "5.001",
    ]) {
      await finn.signIn();
      await credit(finn, ann, amount);
      await carryOut();
    }
    expect(await available(ann)).toBe(0n);
    const { rows } = await world.base.handle.pool.query("select count(*)::int as n from rewards.hand_moves");
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe("an order", () => {
  const click = async (member: Member, merchant: string) => {
    const gone = await world.cashback.go(member, { merchant }, world.partners.home);
    if (!gone.ok) throw new Error(gone.code);
    return { id: gone.value.click_id, programme: gone.value.destination.network_programme_id };
  };
  const place = async (order: object) => {
    await world.advance({ hours: 1 });
    await world.control("/orders", { network: "impact", subId: "", ...order });
    await hear(world);
    const { rows } = await world.base.handle.pool.query("select order_id from cashback.orders");
    return `ord_${String(rows[0].order_id).replaceAll("-", "")}`;
  };
  const assign = (id: string, to: string) =>
    createOperators(world).act("order", id, "assign", { reason: "her mail shows it", values: { click: to } });

  it("goes to no click that left for another store, whose rate it would be paid by", async () => {
    await createShopping(world);
    const ann = await world.member("Ann");
    const { rows } = await world.base.handle.pool.query<{ internal_name: string }>(
      "select distinct m.internal_name from catalog.merchants m join catalog.programmes p using (merchant_id) where p.network = 'impact' and m.internal_name <> 'marlow-finch' order by 1",
    );
    const own = await click(ann, "marlow-finch");
    const other = await click(ann, rows[0]?.internal_name ?? "");
    const order = await place({ programId: own.programme, amount: 80 });
    expect(await assign(order, other.id)).toMatchObject({ ok: false, detail: { why: /another store/ } });
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ pending: 0n });
    expect(await assign(order, own.id)).toMatchObject({ ok: true });
  });

  it("in another currency is paid to nobody as if it were dollars", async () => {
    await createShopping(world);
    const ann = await world.member("Ann");
    const { id, programme } = await click(ann, "marlow-finch");
    const order = await place({ programId: programme, amount: 80, currency: "JPY" });
    expect(await assign(order, id)).toMatchObject({ ok: false, detail: { why: /dollars/ } });
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ pending: 0n });
  });
});

describe("who may not see a kind of thing", () => {
  const deskOf = async (who: Hired, asked: { queue: string | null; id: string | null }) =>
    JSON.stringify(await world.staff.desk(await who.me(), { ...asked, all: true }));

  it("reads nothing of what was decided about it, at the desk or by naming it there", async () => {
    const [finn, connie, ada] = [
      await hire("Finn", "finance"),
      await hire("Connie", "content"),
      await hire("Ada", "analyst"),
    ];
    const ann = await world.member("Ann");
    const secret = "her husband must not know of it";
    expect(await credit(finn, ann, "9.00", secret)).toMatchObject({ ok: true });
    const id = userId.show(ann.user_id);
    expect(await deskOf(finn, { queue: null, id: null })).toContain(secret);
    for (const who of [connie, ada])
      for (const asked of [
        { queue: null, id: null },
        { queue: "alarms", id },
      ])
        expect(await deskOf(who, asked)).not.toContain(secret);
    await carryOut();
    for (const who of [connie, ada]) {
      await who.signIn();
      expect(await deskOf(who, { queue: "alarms", id })).not.toContain(secret);
    }
  });

  it("reads no words that somebody wrote to us, by their number or by naming them at the desk", async () => {
    const [finn, sam] = [await hire("Finn", "finance"), await hire("Sam", "support")];
    const sent = await world.help.send(
      { user_id: null, name: "", is_verified: false, brand: tuppence, language: "en", address: "203.0.113.7" },
      {
        form: world.help.newForm(),
        files: [],
        typed: {
          ...{ topic: "other", email: "olive@example.com", body: "I was in hospital, my number is 555-0199" },
          ...{ store: "", order_number: "", ordered_on: "", amount: "" },
        },
      },
    );
    if (!sent.ok) throw new Error("it is sent");
    const [found] = await createOperators(world).search(sent.number);
    const id = found?.id ?? "";
    expect(JSON.stringify(await world.staff.evidence(await sam.me(), id))).toContain("hospital");
    expect(await world.staff.evidence(await finn.me(), id)).toBeNull();
  });

  it("gets no name or address with a link that leads to somebody", async () => {
    const [finn, sam] = [await hire("Finn", "finance"), await hire("Sam", "support")];
    const led: OperatorObject = {
      kind: "parcel",
      permission: "members.see",
      show: async (id) =>
        id === "parcel_1"
          ? {
              facts: {},
              timeline: [],
              links: [{ kind: "member", id: "usr_x", line: "whose it is", personal: "Ann, ann@example.com" }],
            }
          : null,
    };
    world.staff.declare({ ...world.operators, objects: [led, ...world.operators.objects] });
    expect(JSON.stringify(await world.staff.evidence(await sam.me(), "parcel_1"))).toContain("ann@example.com");
    const seen = JSON.stringify(await world.staff.evidence(await finn.me(), "parcel_1"));
    expect(seen).toContain("whose it is");
    expect(seen).not.toContain("ann@example.com");
  });

  it("leaves their looks in the log under the thing's own name, however they write it", async () => {
    const [sam, ann] = [await hire("Sam", "support"), await world.member("Ann")];
    const id = userId.show(ann.user_id);
    for (const written of [id, ` ${id}\t`, `\u0007${id}`]) {
      const answer = await world.app.inject({
        method: "POST",
        url: "/api/console/personal",
        headers: { cookie: sam.cookie(), "content-type": "application/json" },
        payload: JSON.stringify({ kind: "member", id: written }),
      });
      expect(answer.statusCode).toBe(200);
    }
    const { rows } = await world.staff.audit({
      ...{ by: sam.id, what: "personal_seen", object: id, from: null, to: null, before: null },
    });
    expect(rows).toHaveLength(3);
  });
});

it("a sheet runs no formula, written in signs of another width either", () => {
  const cells = ["=1+1", "+1", "@SUM(A1)", "\t=1", "\uFEFF=1", "＝1+1", "＋1", "－1", "＠SUM(A1)", " ＝1"];
  const lines = writeCsv(cells.map((cell) => [cell]))
    .trimEnd()
    .split("\r\n");
  expect(lines.filter((line) => !/^"?'/.test(line))).toEqual([]);
  expect(writeCsv([["-12.50", "12", "Ann＝Bob"]])).toBe("-12.50,12,Ann＝Bob\r\n");
});
