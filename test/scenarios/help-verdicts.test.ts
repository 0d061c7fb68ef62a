/** Was it solved, did it help: asked once, answered without a sign-in, changed at will, kept without names, and counted for operators. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" }, at: "2027-03-17T19:42:00Z" });
});
afterAll(() => world.close());

type Mail = { id: number; subject: string; text: string };
const mailsTo = async (to: string) =>
  (await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`)).mails.toSorted((a, b) => a.id - b.id);
const span = () => ({ from: new Date("2027-03-01T00:00:00Z"), to: new Date("2027-06-01T00:00:00Z") });
const figure = (name: string) => world.operators.figures.find((one) => one.name === name)?.read(span());
const table = (name: string) => world.operators.tables.find((one) => one.name === name)?.read(span());
const run = (id: string, act: string, values: Record<string, string> = {}) =>
  world.operators.objects
    .find(({ kind }) => kind === "message")
    ?.acts?.find(({ name }) => name === act)
    ?.run(id, { by: "opr_ann", reason: "", values, decidedAt: world.clock.now() });

const writing = { topic: "payout", body: "Where is it?", store: "", order_number: "", ordered_on: "", amount: "" };
async function write(name: string, language: "en" | "es" = "en") {
  const member = await world.member(name, language);
  await world.help.send(
    { ...{ user_id: member.user_id, name, is_verified: true, brand: tuppence, language }, address: "203.0.113.7" },
    { form: world.help.newForm(), files: [], typed: { ...writing, email: member.email } },
  );
  const [line] = await world.help.threads.list(member.user_id);
  const thread = line?.id ?? "";
  const read = () => world.help.threads.read({ user_id: member.user_id, thread, language });
  return { member, thread, read };
}
const tokenIn = (mail: Mail | undefined) =>
  decodeURIComponent(/\/review\?message=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "");
const press = (token: string, solved: boolean, address = "198.51.100.1") =>
  world.help.verdicts.give({ token, address }, solved);

it("is asked when a conversation is settled, in it and by a letter whose link needs no sign-in", async () => {
  const { member, thread, read } = await write("Vic", "es");
  const own = { user_id: member.user_id, thread };
  expect((await read())?.verdict).toEqual({ asked: false, solved: null });
  expect(await world.help.verdicts.give(own, true), "nothing is settled").toMatchObject({ code: "unknown_thread" });
  await run(thread, "answer", { words: "Salió hoy." });
  await run(thread, "resolve");
  await world.work();
  const letter = (await mailsTo(member.email)).at(-1);
  expect(letter?.subject).toMatch(/^Lo damos por resuelto/);
  const token = tokenIn(letter);
  expect(await world.help.verdicts.read(token)).toMatchObject({ topic: "payout", solved: null });
  expect(await press(token, true)).toMatchObject({ ok: true });
  expect((await read())?.verdict).toEqual({ asked: true, solved: true });
  expect([await figure("messages solved"), await figure("messages not solved")]).toEqual([1n, 0n]);
  // Changed in the conversation: the last word counts, once.
  expect(await world.help.verdicts.give(own, false)).toMatchObject({ ok: true });
  expect(await world.help.verdicts.read(token)).toMatchObject({ solved: false });
  expect([await figure("messages solved"), await figure("messages not solved")]).toEqual([0n, 1n]);
  expect(await table("solved_by_topic")).toEqual([["payout", 0, 1]]);
  const page = await world.operators.objects.find(({ kind }) => kind === "message")?.show(thread);
  expect(page?.facts["solved, they say"]).toBe("no");

  // Opened again, nothing is asked until it is settled again.
  await world.help.threads.reply(
    { user_id: member.user_id, supportEmail: tuppence.support_email },
    { thread, form: "f", words: "Todavía no.", files: [] },
  );
  expect(await world.help.verdicts.read(token)).toBeNull();
  expect(await press(token, true)).toMatchObject({ code: "unknown_thread" });
});

it("is asked of whoever has no account as well, after an answer that nobody wrote back to", async () => {
  const sent = await world.help.send(
    { ...{ user_id: null, name: "", is_verified: false, brand: tuppence, language: "en" }, address: "203.0.113.8" },
    { form: world.help.newForm(), files: [], typed: { ...writing, email: "guest@example.com" } },
  );
  if (!sent.ok) throw new Error("not sent");
  const [found] = await world.help.desk.find({ id: null, number: sent.number, email: "" }, 1);
  await world.help.desk.answer({
    ...{ message_id: found?.message_id ?? "", code: "words", words: "It left.", canned: "" },
    ...{ waiting: true, by: "opr_ann", at: world.clock.now() },
  });
  await world.advance({ days: 7, minutes: 1 });
  await world.help.settleQuiet();
  await world.help.settleQuiet();
  await world.work();
  const mails = (await mailsTo("guest@example.com")).map(({ subject }) => subject.replace(/ ?\(?\w{4}-\w{4}\)?/, ""));
  expect(mails).toEqual(["We have your message", "Our answer", "We take it as solved"]);
  const letter = (await mailsTo("guest@example.com")).at(-1);
  expect(letter?.text, "they have no page to read it on").not.toContain("/account/contact");
  expect(await press(tokenIn(letter), true)).toMatchObject({ ok: true });
});

it("takes no link that we did not sign, and no other member's word", async () => {
  const [one, other] = [await write("Wes"), await write("Xena")];
  for (const { thread } of [one, other]) {
    await run(thread, "answer", { words: "Yes." });
    await run(thread, "resolve");
  }
  await world.work();
  const token = tokenIn((await mailsTo(one.member.email)).at(-1));
  const [id = "", key = ""] = token.split(".");
  for (const forged of ["", id, `${id}.`, `${other.thread}.${key}`, `${token}.x`, `${id}.${"A".repeat(32)}`]) {
    expect(await world.help.verdicts.read(forged), forged).toBeNull();
    expect(await press(forged, false, "198.51.100.2"), forged).toMatchObject({ code: "unknown_thread" });
  }
  expect(await world.help.verdicts.give({ user_id: one.member.user_id, thread: other.thread }, false)).toMatchObject({
    code: "unknown_thread",
  });
  expect((await other.read())?.verdict.solved).toBeNull();
});

const post = async (path: string, payload: object, from = "198.51.100.9") => {
  const answer = await world.app.inject({ method: "POST", url: path, remoteAddress: from, payload });
  return [answer.statusCode, answer.json().code ?? "ok"];
};
const word = (n: number) => `a-word-of-one-browser-${n}`;
const vote = (n: number, more: object = {}, from?: string) =>
  post("/api/help/faq-votes", { vote: word(n), question: "returns", language: "en", helpful: true, ...more }, from);

it("counts one vote of a browser for a question, changed at will, with what was missing", async () => {
  expect(await vote(1)).toEqual([200, "ok"]);
  expect(await vote(1, { helpful: false, missing: "How long\nit takes\u202e." })).toEqual([200, "ok"]);
  expect(await vote(2, { language: "es" }, "198.51.100.10")).toEqual([200, "ok"]);
  expect(await vote(1, { question: "up-to" }, "198.51.100.11"), "the same word elsewhere is another vote").toEqual([
    200,
    "ok",
  ]);
  expect(await table("faq_votes")).toEqual([
    ["returns", "en", 0, 1],
    ["returns", "es", 1, 0],
    ["up-to", "en", 1, 0],
  ]);
  expect(await table("faq_missing")).toEqual([["2027-03-24", "returns", "en", "How long it takes ."]]);
  for (const [wrong, status] of [
    [{ question: "made-up" }, 404],
    [{ vote: "short" }, 422],
    [{ language: "fr" }, 422],
  ] as const)
    expect((await vote(3, wrong, "198.51.100.12"))[0], JSON.stringify(wrong)).toBe(status);
});

it("lets one network say so much of one question and no more, and keeps nobody with it", async () => {
  const from = "2001:db8:7:7::1";
  const outcomes = [];
  for (let n = 10; n < 20; n += 1) outcomes.push((await vote(n, { question: "order-pending" }, from))[0]);
  expect(outcomes.filter((status) => status === 200)).toHaveLength(6);
  expect(outcomes.at(-1)).toBe(429);
  const { rows } = await world.base.handle.pool.query(
    "select column_name from information_schema.columns where table_schema = 'help' and table_name = any ('{faq_votes,lost_searches}')",
  );
  expect(rows.map((row) => row.column_name).toSorted()).toEqual(
    "at day helpful language language missing question searched times vote_id".split(" "),
  );
});

it("keeps what was searched for in vain, without what may tell a person, for ninety days", async () => {
  const lost = (q: string, from = "198.51.100.20") => post("/api/help/faq-searches", { q, language: "en" }, from);
  for (const q of ["Crypto payout", "crypto  payout", "ann@example.com", "call 555 123 4567", "   ", "\u202e"])
    expect(await lost(q)).toEqual([200, "ok"]);
  expect(await table("faq_lost_searches")).toEqual([["crypto payout", "en", 2]]);
  for (let n = 0; n < 40; n += 1) await lost(`made up ${n}`, "198.51.100.21");
  expect((await table("faq_lost_searches"))?.length).toBe(31);
  await world.advance({ days: 91 });
  await world.help.dropOld();
  expect(await table("faq_lost_searches")).toEqual([]);
});
