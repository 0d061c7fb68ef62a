/** Stories of callbacks as operators read them: raw and masked, verified or not and why, parked and acted on once more. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HIDDEN, maskCallback, namesIn } from "../../src/modules/coins/mask-callback.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { knownAs, type Said, tellSigned } from "../support/vendor-callbacks.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeAll(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
// The end of the world verifies the ledger.
afterAll(() => world.close());

const list = async (filters: Record<string, string>, after: string | null = null, most = 50) => {
  const found = world.operators.lists.find(({ name }) => name === "callbacks");
  if (!found) throw new Error("no list");
  return found.read({ filters, after, most });
};
const survey = (tx: string, ref: string): Said => ({ kind: "credit", tx, ref, usd: "1.000000", offer: "a-survey" });
async function tell(said: Said, forge?: (query: string) => string) {
  const reply = await tellSigned(world, "cpx", said, forge);
  await world.work();
  return reply.statusCode;
}
async function callback(tx: string): Promise<string> {
  const link = (await desk.search(tx)).find(({ kind }) => kind === "callback");
  if (!link) throw new Error(`no callback ${tx}`);
  return link.id;
}
const coinsOf = async (user_id: string) => (await world.ledger.balances(user_id)).coins;

it("an empty list is one", async () => {
  expect(await list({})).toEqual({ rows: [], after: null });
  expect(await list({ verified: "not verified" })).toEqual({ rows: [], after: null });
});

describe("a callback that was acted on", () => {
  it("is read as it came, without who it is about for those who may not see that", async () => {
    const ann = await world.member("Ann");
    const ref = (await knownAs(world, ann.user_id, ["cpx"])).get("cpx") ?? "";
    expect(await tell(survey("tx-shown-1", ref))).toBe(200);
    const id = await callback("tx-shown-1");
    const page = await desk.show("callback", id);
    expect(page.facts).toMatchObject({
      ...{ partner: "cpx", says: "credit", "their transaction": "tx-shown-1", "they pay": "$1.0000" },
      ...{ state: "acted on", "came of it": "400 coins, credited" },
    });
    expect(JSON.stringify(page.facts)).not.toContain(ref);
    expect(page.facts.query).toContain(`user_id=${HIDDEN}`);
    expect(page.facts.query).toContain("trans_id=tx-shown-1");
    expect(page.personal?.["query as it came"]).toContain(ref);
    expect(page.links?.map(({ kind }) => kind)).toEqual(["offer partner", "coin reward", "member"]);
    const object = world.operators.objects.find(({ kind }) => kind === "callback");
    const seen = await object?.show(id, (permission) => permission === "catalog.see");
    expect(seen?.links?.map(({ kind }) => kind)).toEqual(["offer partner"]);
    expect(JSON.stringify(await list({}))).not.toContain(ref);
    expect(await desk.act("callback", id, "replay")).toMatchObject({
      ...{ ok: false, code: "not_possible", detail: { why: "It was acted on: nothing is left to do." } },
    });
    expect(await coinsOf(ann.user_id)).toBe(400n);
  });
});

describe("a callback that is parked", () => {
  it("says why, and is credited once however often and by however many it is replayed", async () => {
    const ben = await world.member("Ben");
    // A reference that is not known yet, as after a restore of older data.
    const ref = "NotYetKnownReference000001";
    expect(await tell(survey("tx-parked-1", ref))).toBe(200);
    const id = await callback("tx-parked-1");
    expect((await desk.show("callback", id)).facts).toMatchObject({
      ...{ state: "parked", why: "nobody is known by the name that it gives", "came of it": "no coins" },
    });
    expect((await desk.show("offer partner", "cpx")).links).toMatchObject([{ kind: "callback", id }]);
    expect((await list({ provider: "cpx", state: "parked" })).rows.map((row) => row.id)).toEqual([id]);
    await desk.act("callback", id, "replay");
    await world.work();
    expect((await desk.show("callback", id)).facts.state, "nothing has changed: it is parked again").toBe("parked");

    await world.base.handle.pool.query(
      "insert into coins.member_refs (user_ref, provider, user_id, made_at) values ($1, 'cpx', $2, $3)",
      [ref, ben.user_id, world.clock.now()],
    );
    const both = await Promise.all([desk.act("callback", id, "replay"), desk.act("callback", id, "replay")]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    await world.work();
    expect(await coinsOf(ben.user_id)).toBe(400n);
    expect(await desk.act("callback", id, "replay")).toMatchObject({ ok: false, code: "not_possible" });
    await tell(survey("tx-parked-1", ref));
    expect(await coinsOf(ben.user_id)).toBe(400n);
    expect((await desk.show("callback", id)).facts["came of it"]).toBe("400 coins, credited");
  });

  it("is the catalogue's to replay, at once, and stands in the log", async () => {
    await tell(survey("tx-parked-2", "NotYetKnownReference000002"));
    const item = await callback("tx-parked-2");
    const asked = { place: "object" as const, name: "callback", item, act: "replay", reason: "", values: {} };
    const [cara, sam] = [
      await hireOperator(world, "Cara", ["catalogue"]),
      await hireOperator(world, "Sam", ["support"]),
    ];
    expect(await world.staff.decide(await sam.me(), asked, FROM)).toMatchObject({ ok: false, code: "not_allowed" });
    expect(await world.staff.decide(await cara.me(), asked, FROM)).toMatchObject({ ok: true });
    const { rows } = await world.base.handle.pool.query("select act, item, state from staff.decisions");
    expect(rows).toEqual([{ act: "replay", item, state: "done" }]);
    await world.work();
    const inbox = world.operators.queues.find(({ name }) => name === "inbox");
    const close = inbox?.acts.find(({ name }) => name === "close");
    await close?.run(item, { by: "opr_ann", reason: "a test of theirs", values: {} });
    expect((await desk.show("callback", item)).facts).toMatchObject({
      state: "closed by a person",
      why: "a test of theirs",
    });
    expect(await desk.act("callback", item, "replay")).toMatchObject({
      detail: { why: "A person closed it: nothing follows from it." },
    });
  });
});

describe("a callback that was not verified", () => {
  it("says why, shows names of parameters alone, moves nothing, and is gone in time", async () => {
    const cleo = await world.member("Cleo");
    const ref = (await knownAs(world, cleo.user_id, ["cpx"])).get("cpx") ?? "";
    expect(await tell(survey("tx-forged-1", ref), (query) => query.replace(/secure_hash=\w/, "secure_hash=z"))).toBe(
      403,
    );
    expect(await coinsOf(cleo.user_id)).toBe(0n);
    const [row] = (await list({ verified: "not verified" })).rows;
    expect(row?.facts).toMatchObject({ provider: "cpx", verified: "no", why: "forged" });
    const page = await desk.show("refused callback", row?.id ?? "");
    expect(page.facts.verified).toContain("its signature is not the provider's");
    expect(page.facts.parameters).toContain("secure_hash");
    expect(JSON.stringify(page.facts)).not.toContain(ref);
    expect(page.personal?.query).toContain(ref);
    expect((await desk.show("offer partner", "cpx")).facts["callbacks not verified in 24 hours"]).toBe("1 forged");
    await world.advance({ days: 15 });
    await world.coins.dropRefused();
    expect((await list({ verified: "not verified" })).rows).toEqual([]);
  });

  it("of many some are kept", async () => {
    const other = await createWorld({ environment: { RATE_LIMIT_FACTOR: "0.05" } });
    const forge = (query: string) => query.replace("secure_hash=", "secure_hash=z");
    for (let nth = 0; nth < 6; nth += 1)
      expect((await tellSigned(other, "cpx", survey(`flood-${nth}`, "a-reference"), forge)).statusCode).toBe(403);
    const { rows } = await other.base.handle.pool.query("select 1 from coins.refused_callbacks");
    expect(rows).toHaveLength(3);
    await other.close();
  });
});

describe("the list of callbacks", () => {
  it("goes on where it ended, and takes what nobody wrote for the beginning", async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({}, after, 1);
      seen.push(...page.rows.map(({ id }) => id));
      after = page.after;
    } while (after !== null);
    expect(seen).toEqual((await list({})).rows.map(({ id }) => id));
    expect(new Set(seen).size).toBe(3);
    expect((await list({ provider: "nobody", state: "what" }, "yesterday")).rows).toHaveLength(3);
    expect((await list({ provider: "ayet" })).rows).toEqual([]);
    const object = world.operators.objects.find(({ kind }) => kind === "callback");
    for (const id of ["inb_x", "", "'; drop table", `inb_${"0".repeat(32)}`]) {
      expect(await object?.show(id)).toBeNull();
      expect(await desk.act("callback", id, "replay")).toMatchObject({ ok: false, code: "unknown" });
    }
  });
});

describe("what is masked", () => {
  it.each([
    ["user_id=abcdef&tx=9", "user_id=•••&tx=9"],
    ["a=1&ip=203.0.113.9&b=203.0.113.10", "a=1&ip=•••&b=•••"],
    ["who=2001%3Adb8%3A0%3A1%3A1%3A1%3A1%3A1", "who=•••"],
    ["who=ann%40example.com&to=ann@example.com", "who=•••&to=•••"],
    ['{"uid":"abcd","tx":"7","email":"x"}', '{"uid":"•••","tx":"7","email":"•••"}'],
    ["sub=SECRETREF&deep=x-SECRETREF-y", "sub=•••&deep=x-•••-y"],
    ["gaid=38400000-8cf0-11bd&offer=12&payout=1.25", "gaid=•••&offer=12&payout=1.25"],
    ["", ""],
  ])("%s", (text, masked) => {
    expect(maskCallback(text, ["SECRETREF", null, "x"])).toBe(masked);
  });
  it("names parameters once", () => expect(namesIn("a=1&b=2&a=3")).toEqual(["a", "b"]));
});
