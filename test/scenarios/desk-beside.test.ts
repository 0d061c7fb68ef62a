/** Beside what a member wrote to us the desk shows their passbook: to whose roles may look at it, with the look kept, and of strangers nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createShopping, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

const AT = "2027-03-17T19:42:00Z";
let world: World;
let sue: Hired;
let cleo: Hired;
let ann: Awaited<ReturnType<World["member"]>>;
let shopping: Shopping;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes", environment: { HELP_REPLY_DOMAIN: "reply.localhost" }, at: AT });
  sue = await hireOperator(world, "Sue Support", ["support"]);
  cleo = await hireOperator(world, "Cleo Claims", ["claims"]);
  await world.payouts.refreshGiftCards();
  shopping = await createShopping(world);
  ann = await world.member("Ann");
  await createMembershipStory(world).joined(ann.user_id);
  const order = await shopping.shop(ann, 400);
  await shopping.act(order, "approve");
  await world.advance({ minutes: 1 });
  const asked = { ...ann, request_key: "one", method: "paypal" as const, amount: "everything" as const };
  expect(await world.payouts.request({ ...asked, destination: ann.email })).toMatchObject({ ok: true });
  await world.work();
  await world.advance({ minutes: 1 });
  await shopping.shop(ann, 100);
  // By mail they are believed because their address is proven.
  const proven = "update identity.users set email_verified_at = $2 where user_id = $1";
  await world.base.handle.pool.query(proven, [ann.user_id, world.clock.now()]);
  await sue.signIn();
  await cleo.signIn();
});
afterAll(() => world.close());

const EMPTY = { topic: "payout", store: "", order_number: "", ordered_on: "", amount: "" };
/** By the form; a stranger's says no member, whatever address it names. */
async function write(who: { user_id: string; email: string } | { email: string }, more: Partial<typeof EMPTY> = {}) {
  const user_id = "user_id" in who ? who.user_id : null;
  const writer = { user_id, name: "Ann", is_verified: true, brand: tuppence, language: "en" as const };
  const typed = { ...EMPTY, ...more, email: who.email, body: "Where is it?" };
  const sent = await world.help.send(
    { ...writer, address: "203.0.113.7" },
    { form: world.help.newForm(), files: [], typed },
  );
  if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
  const { rows } = await world.base.handle.pool.query("select message_id from help.messages where number = $1", [
    sent.number,
  ]);
  return shown(String(rows[0].message_id));
}
const deskOf = async (hired: Hired, queue: string, id: string) =>
  world.staff.desk(await hired.me(), { queue, id, all: false });
const look = async (hired: Hired, id: string, section = "passbook") =>
  world.staff.lookBeside(await hired.me(), { id, section }, FROM);
const logged = async () => {
  const filters = { by: null, what: "section_seen", object: null, from: null, to: null, before: null };
  return (await world.staff.audit(filters)).rows;
};
const activity = async () =>
  (await world.identity.settings(ann, "en")).log.filter(({ kind }) => kind === "looked_at").length;

const shown = (message_id: string) => `msg_${message_id.replaceAll("-", "")}`;
const newest = async (email: string) => {
  const asked = "select message_id from help.messages where email = $1 order by created_at desc limit 1";
  const { rows } = await world.base.handle.pool.query(asked, [email]);
  return shown(String(rows[0].message_id));
};
async function mail(from: string, signed_by?: string) {
  await world.advance({ seconds: 1 });
  const letter = { from, to: tuppence.support_email, subject: "Hello", text: "A question by mail." };
  await world.control("/mailboxes/letter", { ...letter, ...(signed_by && { signed_by }) });
  await world.control("/postbacks/idle", {});
  await world.work();
}
async function chat(who: { user_id: string | null; email: string }) {
  const beginner = { name: "Ann", is_verified: true, brand: tuppence, language: "en" as const, address: "203.0.113.9" };
  const begun = await world.help.chats.begin(
    { ...beginner, user_id: who.user_id, email: who.user_id && who.email },
    { form: world.help.newForm(), email: who.email, words: "A question in the chat." },
  );
  if (!begun.ok) throw new Error(begun.code);
  return shown(begun.value);
}
const pageOf = async (hired: Hired, id: string) => world.staff.evidence(await hired.me(), id);

describe("a member's conversation", () => {
  it("has their passbook beside it where it waits and on its own page, by whichever way it came", async () => {
    const missing = { store: "Bright", order_number: "B-1", ordered_on: "2027-03-16", amount: "20" };
    const form = await write(ann);
    const purchase = await write(ann, { topic: "missing-purchase", ...missing });
    await mail(ann.email, "example.com");
    const byMail = await newest(ann.email);
    const inChat = await chat(ann);
    expect(new Set([form, purchase, byMail, inChat]).size).toBe(4);
    const plan = { member: userId.show(ann.user_id), sections: [{ name: "passbook" }] };
    for (const id of [form, byMail, inChat]) {
      expect((await deskOf(sue, "messages", id)).item?.beside, id).toEqual(plan);
      expect((await pageOf(sue, id))?.page.member, id).toBe(plan.member);
    }
    expect((await pageOf(sue, purchase))?.page.member).toBe(plan.member);
    // What is answered waits no more, and is its member's all the same.
    await world.help.desk.answer({
      ...{
        message_id: form.slice(4).replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
        code: "words",
        words: "Here.",
      },
      ...{ canned: "", waiting: true, by: sue.id, at: world.clock.now() },
    });
    const answered = await deskOf(sue, "messages", form);
    expect(answered.items.some(({ id }) => id === form)).toBe(false);
    expect(answered.item?.beside).toEqual(plan);
  });

  it("shows balances, membership and the newest eight entries as the member reads them, each with what is behind it", async () => {
    const found = await look(sue, await write(ann));
    expect(found?.facts).toEqual({
      available: "$0.00",
      pending: expect.stringMatching(/^\$\d+\.\d\d$/),
      membership: "standard, trial",
    });
    const own = await world.passbookOf(ann.user_id);
    expect(found?.rows.map(({ at }) => at)).toEqual(own.entries.slice(0, 8).map(({ at }) => at));
    expect(found?.rows.map(({ kind, state, opens }) => `${kind} ${state} ${opens}`)).toEqual([
      "order pending true",
      "withdrawal paid true",
      "order paid true",
    ]);
    const objects = new Map(world.operators.objects.map((one) => [one.kind, one]));
    for (const { kind, id } of found?.rows ?? [])
      expect(await objects.get(kind)?.show(id), `${kind} ${id}`).not.toBeNull();
    expect(found?.rows[1]?.amount, "money that left").toMatch(/^\(\$\d+\.\d\d\)$/);
  });

  it("is cut off after the newest eight", async () => {
    const gus = await world.member("Gus");
    for (let n = 0; n < 9; n += 1) {
      await world.advance({ minutes: 1 });
      await shopping.shop(gus, 10 + n);
    }
    const own = await world.passbookOf(gus.user_id);
    expect(own.entries).toHaveLength(9);
    const found = await look(sue, await write(gus));
    expect(found?.rows.map(({ id }) => id)).toEqual(own.entries.slice(0, 8).map(({ id }) => id));
  });

  it("is empty in words for who has nothing yet", async () => {
    const bea = await world.member("Bea");
    expect(await look(sue, await write(bea))).toEqual({
      facts: { available: "$0.00", pending: "$0.00", membership: "none" },
      rows: [],
    });
  });
});

describe("a look", () => {
  it("is in the log before it is shown and in the member's activity, once in half an hour; a page without it keeps nothing", async () => {
    await world.advance({ minutes: 31 });
    await sue.signIn();
    const id = await write(ann);
    const [before, seen] = [await logged(), await activity()];
    await deskOf(sue, "messages", id);
    await pageOf(sue, id);
    expect([await logged(), await activity()]).toEqual([before, seen]);
    await look(sue, id);
    await look(sue, id);
    const rows = (await logged()).slice(0, -before.length || undefined);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      ...{ who: "Sue Support", object: userId.show(ann.user_id), address: FROM.address },
      facts: { section: "passbook", beside: id },
    });
    expect(await activity()).toBe(seen + 1);
    const { rows: looks } = await world.base.handle.pool.query(
      "select reason from identity.looks order by at desc limit 1",
    );
    expect(looks[0].reason, "why").toContain(id);
  });

  it("that is asked for many times at the same moment is one look for the member, and each is in the log", async () => {
    await world.advance({ minutes: 31 });
    await sue.signIn();
    const id = await write(ann);
    const [before, seen] = [(await logged()).length, await activity()];
    // As somebody may send it who does not use our pages.
    const ways = [id, ` ${id} `, `${id}\u0000`, "msg_x"];
    const ask = (sent: string) =>
      world.app.inject({
        ...{ method: "POST", url: "/api/console/beside", payload: JSON.stringify({ id: sent, section: "passbook" }) },
        headers: { cookie: sue.cookie(), "content-type": "application/json" },
      });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(ways[n % 4] ?? "")));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.every((code, n) => (n % 4 === 3 ? code === 404 : code === 200 || n % 4 === 2))).toBe(true);
    expect((await logged()).length - before).toBe(codes.filter((code) => code === 200).length);
    expect(await activity()).toBe(seen + 1);
  });

  it("is over with the operator's roles and session, also for who had the page open", async () => {
    const tess = await hireOperator(world, "Tess", ["support"]);
    const owner = await hireOperator(world, "Olive Owner", ["owner"]);
    const id = await write(ann);
    const ask = () =>
      world.app.inject({
        ...{ method: "POST", url: "/api/console/beside", payload: JSON.stringify({ id, section: "passbook" }) },
        headers: { cookie: tess.cookie(), "content-type": "application/json" },
      });
    expect((await ask()).statusCode).toBe(200);
    expect(await world.staff.setRoles(await owner.me(), { id: tess.id, roles: ["analyst"] }, FROM)).toMatchObject({
      ok: true,
    });
    const before = await logged();
    expect([401, 404]).toContain((await ask()).statusCode);
    await world.staff.switchOff(await owner.me(), tess.id, FROM);
    expect((await ask()).statusCode).toBe(401);
    expect(await logged(), "nothing was seen").toEqual(before);
  });

  it("is for roles that may see the passbook on the member's page, and for nobody else", async () => {
    const missing = { store: "Bright", order_number: "B-2", ordered_on: "2027-03-16", amount: "20" };
    const id = await write(ann, { topic: "missing-purchase", ...missing });
    const before = await logged();
    await cleo.signIn();
    const seen = await deskOf(cleo, "purchases", id);
    expect([seen.item?.id, seen.item?.beside]).toEqual([id, null]);
    expect(await look(cleo, id)).toBeNull();
    const answer = await world.app.inject({
      ...{ method: "POST", url: "/api/console/beside", payload: JSON.stringify({ id, section: "passbook" }) },
      headers: { cookie: cleo.cookie(), "content-type": "application/json" },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "unknown_item"]);
    expect(await logged(), "nothing was seen").toEqual(before);
  });

  it("is at no stranger's conversation, whatever address it names, and at nothing else", async () => {
    const before = await logged();
    const email = ann.email;
    const form = await write({ email });
    await mail("zoe@example.com", "example.com");
    const byMail = await newest("zoe@example.com");
    const inChat = await chat({ user_id: null, email: "vic@example.com" });
    await mail(ann.email);
    const [held] = await world.help.letters.held(1);
    for (const id of [form, byMail, inChat]) {
      expect((await deskOf(sue, "messages", id)).item?.beside, id).toBeNull();
      expect(await look(sue, id), id).toBeNull();
    }
    const letter = `hlt_${held?.held_id.replaceAll("-", "")}`;
    expect((await deskOf(sue, "held letters", letter)).item?.beside).toBeNull();
    const strange = [letter, "msg_x", "", userId.show(ann.user_id), `msg_${"0".repeat(32)}`, "' or 1=1"];
    for (const id of strange) expect(await look(sue, id), id).toBeNull();
    for (const section of ["ledger", "withdrawals", "x", ""])
      expect(await look(sue, await write(ann), section)).toBeNull();
    expect(await logged(), "nothing was seen").toEqual(before);
  });

  it("ends with the account", async () => {
    const dora = await world.member("Dora");
    const id = await write(dora);
    expect(await look(sue, id)).not.toBeNull();
    const left = await world.identity.desk.erase({ user_id: dora.user_id, by: sue.id, reason: "asked" }, true);
    expect(left).toMatchObject({ ok: true });
    await world.work();
    expect(await look(sue, id)).toBeNull();
    expect((await deskOf(sue, "messages", id)).item?.beside).toBeNull();
  });
});
