/** The law's clock beside the desk: due days, warnings, more time once, answers and refusals in words, and a register that ends. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOperators } from "../support/operator-acts.ts";
import { createPrivacyStory } from "../support/privacy-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createPrivacyStory>;
let desk: ReturnType<typeof createOperators>;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z", environment: { RATE_LIMIT_FACTOR: "1" } });
  story = createPrivacyStory(world);
  desk = createOperators(world);
});
afterAll(() => world.close());

const KIND = "privacy request";
const NAME = "privacy requests";
const queue = async () => (await world.operators.queues.find(({ name }) => name === NAME)?.list(50)) ?? [];
const check = () => world.operators.checks.find(({ name }) => name === NAME)?.look(world.clock.now());
const idOf = async (number: string) => {
  const found = (await desk.search(number)).find(({ kind }) => kind === KIND);
  if (!found) throw new Error(number);
  return found.id;
};
const act = (id: string, name: string, words = "", more: { reason?: string; decidedAt?: Date } = {}) =>
  desk.act(KIND, id, name, { values: { words }, ...more });
const last = async (to: string) => (await story.letters(to)).at(-1);

it("waits on the desk with the law's day, warns a week before, and says when it is over", async () => {
  expect(await check()).toMatchObject({ state: "fine" });
  const page = await story.proven("know", "ada@example.com");
  const id = await idOf(page.number);
  expect(page.due_on).toBe("2027-04-24");
  expect(await queue()).toMatchObject([{ id, due: new Date("2027-04-25T06:59:59Z") }]);
  expect((await queue())[0]?.line, "no address in a line").not.toContain("ada@");
  const shown = await desk.show(KIND, id);
  expect(shown.facts).toMatchObject({
    "to be answered by": "2027-04-24",
    "confirmed to its writer": "at once, by law until 2027-03-24",
  });
  expect(shown.personal).toMatchObject({ address: "ada@example.com" });
  expect(await check()).toMatchObject({ state: "fine" });
  await world.advance({ days: 38 });
  expect(await check()).toMatchObject({ state: "warn", queue: NAME });
  // The last day, late in the evening in New York and in California.
  world.clock.set("2027-04-25T05:00:00Z");
  expect(await check()).toMatchObject({ state: "warn" });
  await world.advance({ hours: 3 });
  expect(await check()).toMatchObject({ state: "bad", line: "1 past their day", queue: NAME });

  // Too late for more time; an answer is owed all the same.
  expect(await act(id, "extend", "There is much of it.")).toMatchObject({ code: "not_possible" });
  expect(await act(id, "answer", "  ")).toMatchObject({ code: "not_possible" });
  expect(await act(id, "answer", "We keep one message of yours, and the mails about it.")).toMatchObject({ ok: true });
  expect(await queue()).toEqual([]);
  expect(await check()).toMatchObject({ state: "fine" });
  const letter = await last("ada@example.com");
  expect(letter?.subject).toBe(`Our answer to your privacy request ${page.number}`);
  expect(letter?.text).toContain("We keep one message of yours");
  expect(letter?.text).toContain("California Privacy Protection Agency");
  expect(await act(id, "answer", "Once more."), "it was answered").toMatchObject({ code: "not_possible" });
  const register = await world.operators.files
    .find(({ name }) => name === "privacy register")
    ?.read("2027", desk.toldOf({}));
  expect(register?.text).toContain(`${page.number},2027-03-10,know,an address,2027-04-24,answered,2027-04-25,late,`);
  expect(register?.text).not.toContain("ada@example.com");
});

it("takes more time once, with its reason, and tells by when in its writer's language", async () => {
  const page = await story.proven("correct", "beto@example.com", { words: "Mi nombre es Beto.", language: "es" });
  const id = await idOf(page.number);
  await world.advance({ days: 44 });
  expect(await act(id, "extend")).toMatchObject({ code: "not_possible" });
  expect(await act(id, "extend", "Hay que preguntar a un banco.")).toMatchObject({ ok: true });
  const letter = await last("beto@example.com");
  expect(letter?.subject).toBe(`Tu solicitud de privacidad ${page.number} tarda más`);
  expect(letter?.text).toContain("Hay que preguntar a un banco.");
  const status = await world.privacy.status({ number: page.number, email: "beto@example.com", address: "" });
  // From the day on which it came, 90 days.
  expect(status).toMatchObject({ value: { state: "extended", due_on: "2027-07-24" } });
  expect(letter?.text).toContain("24\u00a0jul\u00a02027");
  expect(await act(id, "extend", "Otra vez."), "never again").toMatchObject({ code: "not_possible" });
  expect(await queue()).toMatchObject([{ id, due: new Date("2027-07-25T06:59:59Z") }]);
  await world.advance({ days: 40 });
  expect(await check()).toMatchObject({ state: "warn" });
  expect(await act(id, "answer", "Listo: tu nombre es Beto.")).toMatchObject({ ok: true });
  const { timeline } = await desk.show(KIND, id);
  expect(timeline.map(({ what }) => what.split(":")[0])).toEqual(["unverified", "open", "extended", "answered"]);
});

it("is refused with a reason that its writer reads, in both languages", async () => {
  for (const [language, reason, words] of [
    ["en", "nothing_kept", "We keep nothing under this address"],
    ["es", "law_keeps_it", "Las leyes fiscales y comerciales nos obligan"],
    ["es", "not_yours", "No pudimos comprobar"],
    ["en", "asked_often", "twice in twelve months"],
    ["en", "withdrawn", "You told us that you no longer want it."],
  ] as const) {
    const email = `${reason.replace("_", ".")}@example.com`;
    const page = await story.proven("delete", email, { language });
    const id = await idOf(page.number);
    expect(await act(id, "refuse", "", { reason: "because" }), "of a closed list").toMatchObject({ ok: false });
    expect(await act(id, "refuse", "", { reason })).toMatchObject({ ok: true });
    expect((await last(email))?.text).toContain(words);
    const status = await world.privacy.status({ number: page.number, email, address: `203.0.113.${reason.length}` });
    expect(status.ok && status.value.reason?.[language]).toContain(words);
    await world.advance({ hours: 1 });
  }
});

it("says that an account is gone only once it is, and is done once whoever carries it out again", async () => {
  const cara = await story.confirmed("Cara");
  const asked = await story.asMember(cara, "delete");
  if (!asked.ok) throw new Error(asked.code);
  const id = await idOf(asked.value.number ?? "");
  const early = await act(id, "answer", "It is gone.");
  expect(early).toMatchObject({ code: "not_possible", detail: { why: expect.stringContaining("account lives") } });
  const { links = [] } = await desk.show(KIND, id);
  const [member] = links;
  expect(member?.kind).toBe("member");
  expect(await desk.section(NAME, cara.user_id)).toMatchObject([{ id }]);
  const erased = await desk.act("member", member?.id ?? "", "erase", {
    approvedBy: "opr_bea",
    values: { "give up": "yes" },
  });
  expect(erased).toMatchObject({ ok: true });
  expect((await desk.show(KIND, id)).facts).toMatchObject({ state: "answered" });
  expect((await desk.show(KIND, id)).personal).toEqual({});

  const page = await story.proven("know", "dan@example.com");
  const known = await idOf(page.number);
  const decidedAt = world.clock.now();
  for (let n = 0; n < 2; n += 1)
    expect(await act(known, "answer", "Nothing.", { decidedAt })).toMatchObject({ ok: true });
  expect((await story.letters("dan@example.com")).filter(({ text }) => text.includes("Nothing."))).toHaveLength(1);
});

it("says of nobody who has an account that they are deleted, however they asked", async () => {
  // The address was never proven in the account, so that the mail's press leads to no account.
  const eli = await world.member("Eli");
  const page = await story.proven("delete", eli.email);
  const id = await idOf(page.number);
  expect(await story.rows("number = $1", [page.number])).toMatchObject([{ user_id: null, state: "open" }]);
  expect(await act(id, "answer", "It is gone."), "the account lives").toMatchObject({ code: "not_possible" });
  // Asked once more from the account, it is the account's.
  await story.prove(eli);
  const asked = await story.asMember({ ...eli, is_verified: true }, "delete");
  expect(asked).toMatchObject({ ok: true, value: { number: page.number } });
  expect(await story.rows("number = $1", [page.number])).toMatchObject([{ user_id: eli.user_id, state: "open" }]);
  expect(await act(id, "answer", "It is gone.")).toMatchObject({ code: "not_possible" });
  await story.end(eli);
  expect(await story.rows("number = $1", [page.number])).toMatchObject([
    { user_id: null, email: "", words: "", state: "answered" },
  ]);
  expect((await last(eli.email))?.subject).toBe(`Your privacy request ${page.number} is done`);
});

it("ends with the account whose proven address asked, and with no other", async () => {
  const flo = await world.member("Flo");
  const [done, open] = [await story.proven("know", flo.email), await story.proven("delete", flo.email)];
  expect(await act(await idOf(done.number), "answer", "We keep your account.")).toMatchObject({ ok: true });
  await story.prove(flo);
  await story.end(flo);
  expect(await story.rows("number = any($1)", [[done.number, open.number]])).toMatchObject([
    { email: "", state: "answered" },
    { email: "", state: "answered" },
  ]);
  expect((await last(flo.email))?.subject).toBe(`Your privacy request ${open.number} is done`);

  // Somebody else's account with this address, which its owner never proved.
  const gia = await world.member("Gia");
  const page = await story.proven("delete", gia.email);
  await story.end(gia);
  expect(await story.rows("number = $1", [page.number])).toMatchObject([{ email: gia.email, state: "open" }]);
  expect(await act(await idOf(page.number), "answer", "The account is gone.")).toMatchObject({ ok: true });
});

it("is listed by state and kind, and found by number and address", async () => {
  const list = world.operators.lists.find(({ name }) => name === NAME);
  const rows = async (filters: Record<string, string>, after: string | null = null, most = 100) =>
    (await list?.read({ filters, after, most })) ?? { rows: [], after: null };
  const refused = await rows({ state: "refused", "asks to": "all" });
  expect(refused.rows).toHaveLength(5);
  expect((await rows({ state: "all", "asks to": "correct" })).rows).toHaveLength(1);
  const first = await rows({}, null, 3);
  const next = await rows({}, first.after, 3);
  expect(new Set([...first.rows, ...next.rows].map(({ id }) => id)).size).toBe(6);
  expect((await desk.search("dan@example.com")).filter(({ kind }) => kind === KIND)).toHaveLength(1);
});

it("is asked for and looked at so often, by network and by mailbox, and no more", async () => {
  const from = (n: number) => ({ address: `198.51.100.${n}` });
  for (let n = 0; n < 12; n += 1)
    expect(await story.ask("know", "fay@example.com", from(n))).toMatchObject({ ok: true });
  expect(await story.ask("know", "fay+x@example.com", from(19)), "of one mailbox").toMatchObject({
    code: "too_many",
    detail: { minutes: expect.any(String) },
  });
  for (let n = 0; n < 10; n += 1)
    expect(await story.ask("opt_out", "", from(50)), `try ${n}`).toMatchObject({ ok: true });
  expect(await story.ask("opt_out", "", from(50))).toMatchObject({ code: "too_many" });
  const look = () => world.privacy.status({ number: "AAAA-AAAA", email: "fay@example.com", ...from(60) });
  for (let n = 0; n < 20; n += 1) expect(await look()).toMatchObject({ code: "not_found" });
  expect(await look()).toMatchObject({ code: "too_many" });
});

it("is kept for 24 months after its end, and then gone with its history", async () => {
  const { pool } = world.base.handle;
  const count = async (table: string) =>
    Number((await pool.query(`select count(*) from privacy.${table}`)).rows[0].count);
  const open = await story.proven("delete", "gil@example.com");
  const mails = async (to: string) =>
    (await pool.query("select plain, html, subject from notifications.mails where recipient = $1", [to])).rows.length;
  const kept = [await mails("ada@example.com"), await mails("gil@example.com")];
  expect(kept).toEqual([3, 2]);
  await world.advance({ days: 730 });
  await world.privacy.dropOld();
  expect(await story.rows("state = 'refused'")).toHaveLength(5);
  expect(await mails("withdrawn@example.com")).toBe(3);
  await world.advance({ days: 2 });
  await world.privacy.endLinks();
  await world.privacy.dropOld();
  const left = await story.rows("true");
  // What ended since, by its link that nobody pressed, is kept from then on.
  expect(left.map(({ state }) => state).toSorted()).toEqual(["expired", "open"]);
  expect(await count("request_events")).toBeGreaterThanOrEqual(left.length);
  const orphans = await pool.query(
    "select 1 from privacy.request_events e where not exists (select 1 from privacy.requests r where r.request_id = e.request_id)",
  );
  expect(orphans.rows).toEqual([]);
  // Their letters are forgotten with them.
  expect([await mails("ada@example.com"), await mails("withdrawn@example.com")]).toEqual([0, 0]);
  expect(await mails("gil@example.com")).toBe(2);
  expect((await story.rows("number = $1", [open.number]))[0], "what is owed stays").toMatchObject({ state: "open" });
});
