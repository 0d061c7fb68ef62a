/** A chat is a conversation that goes on at once: answered at the desk, a ticket where nobody is there, mailed to who has left, lost never. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { listenForNotices } from "../../src/server/serve.ts";
import { type AccountCaller, createAccountCaller, type Session, tokenOf } from "../support/account-calls.ts";
import { type Listening, listenTo } from "../support/event-source.ts";
import { type Hired, hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

/** A Wednesday, a quarter to three in New York. */
const OFFICE = "2027-03-10T19:42:00Z";
const NIGHT = "2027-03-11T05:00:00Z";

let world: World;
let caller: AccountCaller;
let notices: { stop(): Promise<void> };
let ann: Hired;
const open: Listening[] = [];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" }, at: OFFICE });
  notices = await listenForNotices(world.base.handle, world, () => {}, world.log);
  caller = createAccountCaller(world);
  ann = await hireOperator(world, "Ann Answers", ["support"]);
});
beforeEach(() => world.clock.set(OFFICE));
afterAll(async () => {
  for (const one of open) await one.close();
  await notices.stop();
  await world.close();
});

type Mail = { id: number; subject: string; text: string };
const mailsTo = async (to: string) => {
  await world.work();
  const { mails } = await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`);
  return mails.toSorted((a, b) => a.id - b.id);
};
type Chat = { id: string; number: string; state: string; thread: string; due: string | null; is_proven: boolean };
type Shown = { chat: Chat | null; lines: { from: string; words: string; place: string }[]; hours: { open: boolean } };
type Who = { session?: Session; cookie?: string };
const form = () => world.help.newForm();
async function ask(who: Who, path = "", json?: object) {
  const answer = await caller.call(json ? "POST" : "GET", `/api/help/chat${path}`, json, who);
  // What the call's own schema has checked.
  return { ...answer, shown: answer.body as unknown as Shown };
}
async function begin(who: Who, words: string, more: object = {}) {
  const answer = await ask(who, "", { form: form(), words, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const key = answer.cookies.find(({ name }) => name === "tp_chat")?.value;
  return { ...(answer.shown.chat as Chat), who: key ? { cookie: `tp_chat=${key}` } : who };
}
const headersOf = ({ session, cookie }: Who): Record<string, string> => ({
  ...(session ? { authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind } : {}),
  ...(cookie ? { cookie } : {}),
});
async function follow(who: Who, chat: string, more: Record<string, string> = {}) {
  const stream = await listenTo(`${world.productUrl}/api/help/chat/stream?chat=${chat}`, {
    ...headersOf(who),
    ...more,
  });
  open.push(stream);
  return stream;
}
/** The console's own stream: who has it open is at the desk. */
async function sitDown(of = "") {
  await ann.signIn();
  const stream = await listenTo(`${world.productUrl}/api/console/live${of}`, { cookie: ann.cookie() });
  open.push(stream);
  expect(stream.status).toBe(200);
  return stream;
}
/** The console tells two decisions apart by when they were made. */
const decide = async (item: string, act: string, values: object = {}) => {
  await world.advance({ seconds: 1 });
  return world.app.inject({
    method: "POST",
    url: "/api/console/decisions",
    headers: { cookie: ann.cookie(), "content-type": "application/json" },
    payload: JSON.stringify({ place: "object", name: "message", item, act, values }),
  });
};
const say = async (item: string, words: string) => {
  const answer = await decide(item, "say", { words });
  expect(answer.statusCode, answer.body).toBe(200);
};
const waitingOnDesk = async (id: string) =>
  (await world.operators.queues.find(({ name }) => name === "messages")?.list(100))?.find((one) => one.id === id);
async function joinVerified(name: string) {
  const joined = await caller.join(name);
  const letter = (await mailsTo(joined.email)).find(({ text }) => /\/verify\//.test(text));
  const link = /https?:\S+\/verify\/[^\s>]+/.exec(letter?.text ?? "")?.[0] ?? "";
  const answer = await caller.call("POST", "/api/verify", { token: tokenOf(link) }, { session: joined.session });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return joined;
}
const move = (minutes: number) => world.advance({ minutes });

it("goes to and fro at once, is the same after a reload, and stands in the member's conversations", async () => {
  const desk = await sitDown();
  const { session, email } = await caller.join("Chloe Chats");
  const chat = await begin({ session }, "Where is my payout?");
  expect(chat).toMatchObject({ state: "waiting", thread: "open", due: "2027-03-10T19:45:00.000Z" });
  await desk.until("the desk rings", () => desk.heard.some(({ event }) => event === "desk"));
  expect(await waitingOnDesk(chat.id)).toMatchObject({ line: "Chat now: other: Where is my payout?" });

  const [hers, his] = [await follow({ session }, chat.id), await sitDown(`?kind=message&id=${chat.id}`)];
  await his.until("her words", () => his.lines().some(({ data }) => data.words === "Where is my payout?"));
  await his.until("that she is here", () => his.heard.findLast(({ event }) => event === "talk")?.data.here === true);
  await caller.call("POST", "/api/help/chat/typing", { chat: chat.id }, { session });
  await his.until("that she types", () => his.heard.some(({ event }) => event === "typing"));
  await say(chat.id, "It left today.");
  const answer = await hers.until("the answer", () => hers.lines().find(({ data }) => data.from === "house"));
  expect(answer).toMatchObject({ id: expect.stringMatching(/^\d+$/), data: { words: "It left today." } });
  await hers.until("the state", () => hers.heard.findLast(({ event }) => event === "chat")?.data.state === "open");
  expect(await waitingOnDesk(chat.id), "it stays while both are there").toMatchObject({ due: null });

  // A note stays at the desk.
  expect((await decide(chat.id, "note", { words: "She is nice." })).statusCode).toBe(200);
  await his.until("the note", () => his.lines().some(({ data }) => data.from === "note"));
  await ask({ session }, "/words", { chat: chat.id, form: form(), words: "Thank you!" });
  await hers.until("her own words", () => hers.lines().some(({ data }) => data.words === "Thank you!"));
  expect(hers.lines().map(({ data }) => data.words)).toEqual(["Where is my payout?", "It left today.", "Thank you!"]);

  const { shown } = await ask({ session });
  expect(shown.lines.map(({ words }) => words)).toEqual(["Where is my payout?", "It left today.", "Thank you!"]);
  const { rows } = await world.base.handle.pool.query("select user_id from identity.users where email = $1", [email]);
  expect(await world.help.threads.list(rows[0].user_id)).toMatchObject([{ id: chat.id, state: "pending_house" }]);
});

it("is answered by day where nobody is there, in hours and out of them, and comes alive when somebody sits down", async () => {
  for (const close of open.splice(0)) await close.close();
  const { session, email } = await caller.join("Nadia Night");
  world.clock.set(NIGHT);
  const chat = await begin({ session }, "¿Hay alguien?");
  expect(chat).toMatchObject({ state: "ticket", thread: "open", due: "2027-03-15T23:59:59.000Z" });
  const { shown } = await ask({ session });
  expect(shown.hours).toMatchObject({
    open: false,
    there: false,
    opens_at: "2027-03-11T14:00:00.000Z",
    zone: "America/New_York",
  });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain(`We have your message ${chat.number}`);
  expect((await mailsTo(tuppence.support_email)).some(({ subject }) => subject.startsWith(`[${chat.number}]`))).toBe(
    true,
  );

  world.clock.set("2027-03-11T15:00:00Z");
  await ask({ session }, "/words", { chat: chat.id, form: form(), words: "Hello?" });
  expect((await ask({ session })).shown.chat, "open, and nobody at the desk").toMatchObject({ state: "ticket" });
  const desk = await sitDown();
  await ask({ session }, "/words", { chat: chat.id, form: form(), words: "And now?" });
  expect((await ask({ session })).shown.chat).toMatchObject({ state: "waiting", due: "2027-03-11T15:03:00.000Z" });
  await desk.close();
});

it("becomes a ticket after three minutes without an answer, once, and says by when", async () => {
  const desk = await sitDown();
  const { session, email } = await caller.join("Tina Ticket");
  const chat = await begin({ session }, "Anybody?");
  await move(2);
  await world.work();
  expect((await ask({ session })).shown.chat).toMatchObject({ state: "waiting" });
  await move(1);
  const stream = await follow({ session }, chat.id);
  for (let n = 0; n < 2; n += 1) await world.work();
  await stream.until("the promise", () =>
    stream.heard.some(({ event, data }) => event === "chat" && data.state === "ticket"),
  );
  expect((await ask({ session })).shown.chat).toMatchObject({ state: "ticket", due: "2027-03-12T23:59:59.000Z" });
  const received = (await mailsTo(email)).filter(({ subject }) => subject === `We have your message ${chat.number}`);
  expect(received).toHaveLength(1);
  // Whoever answers late finds them still there.
  await say(chat.id, "Sorry for the wait.");
  await stream.until("the answer", () => stream.lines().some(({ data }) => data.words === "Sorry for the wait."));
  expect((await ask({ session })).shown.chat).toMatchObject({ state: "open", due: null });
  const { rows } = await world.base.handle.pool.query(
    "select from_state, to_state, by from help.chat_moves join help.messages using (message_id) where number = $1 order by at",
    [chat.number],
  );
  expect(rows.map((row) => `${row.from_state} ${row.to_state} ${row.by}`)).toEqual([
    "waiting ticket time",
    `ticket open ${ann.id}`,
  ]);
  await desk.close();
});

it("mails an answer that is not seen for two minutes, once; and what was said, once it is quiet", async () => {
  const desk = await sitDown();
  const { session, email } = await joinVerified("Una Unread");
  const chat = await begin({ session }, "A question.");
  await say(chat.id, "This was seen.");
  const { lines } = (await ask({ session })).shown;
  expect((await ask({ session }, "/seen", { chat: chat.id, place: lines.at(-1)?.place })).status).toBe(200);
  await say(chat.id, "This was not.");
  await say(chat.id, "Nor this.");
  await move(3);
  for (let n = 0; n < 2; n += 1) await world.work();
  const letters = (await mailsTo(email)).filter(({ subject }) => subject.startsWith("Our answer"));
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain("This was not.\n\nNor this.");
  expect(letters[0]?.text).not.toContain("This was seen.");

  await move(8);
  await world.work();
  expect((await ask({ session })).shown.chat).toMatchObject({
    state: "idle",
    thread: "pending_member",
    is_proven: true,
  });
  const transcripts = async () =>
    (await mailsTo(email)).filter(({ subject }) => subject === `Your chat ${chat.number}`);
  expect((await transcripts()).map(({ text }) => text.match(/(?:You|Tuppence), Mar 10, .+ EST\n.+/g)?.length)).toEqual([
    4,
  ]);

  // They come back to the same, and end it: the rest goes by mail, and the one question is asked.
  await ask({ session }, "/words", { chat: chat.id, form: form(), words: "One more thing." });
  await say(chat.id, "That too.");
  for (let n = 0; n < 2; n += 1)
    expect((await ask({ session }, "/end", { chat: chat.id })).status, "ended twice is ended").toBe(200);
  const ended = (await ask({ session }, `?chat=${chat.id}`)).shown.chat;
  expect(ended).toMatchObject({ state: "ended", thread: "resolved", verdict: { asked: true, solved: null } });
  expect((await transcripts()).map(({ text }) => text.includes("A question."))).toEqual([true, false]);
  expect((await transcripts())[1]?.text).toContain("/review?message=");
  expect((await ask({ session }, "/verdict", { chat: chat.id, solved: true })).status).toBe(200);
  expect((await ask({ session })).shown.chat, "the next one is a new one").toBeNull();
  await desk.close();
});

it("of somebody without an account goes on by their browser's key, and mails them no word before their code", async () => {
  const desk = await sitDown();
  const email = "gaby@example.com";
  expect((await ask({}, "", { form: form(), words: "Hi", email: "nobody" })).body).toMatchObject({
    code: "email_invalid",
  });
  const chat = await begin({}, "A secret question.", { email });
  const { who } = chat;
  expect(chat).toMatchObject({ is_proven: false });
  await say(chat.id, "A secret answer.");
  await move(3);
  await world.work();
  await ask(who, "/end", { chat: chat.id });
  const letters = await mailsTo(email);
  expect(
    letters.filter(({ text }) => /secret/.test(text)),
    "no word of it",
  ).toEqual([]);
  const codes = letters.map(({ subject }) => /^(\d{6}) is your chat code$/.exec(subject)?.[1]).filter(Boolean);
  expect(codes, "asked again when an answer waits").toHaveLength(2);

  // A used code and guesses open nothing; five wrong ones end the round.
  expect((await ask(who, "/code", { chat: chat.id, code: codes[0] })).body).toMatchObject({ code: "code_wrong" });
  expect((await ask(who, "/code", { chat: chat.id, code: codes[1] })).status).toBe(200);
  expect((await ask(who, `?chat=${chat.id}`)).shown.chat).toMatchObject({ is_proven: true });
  await world.work();
  expect(
    (await mailsTo(email)).some(({ text }) => /A secret answer\./.test(text)),
    "what was not seen goes now",
  ).toBe(true);
  await desk.close();
});

it("takes no more than five guesses of a code, and three codes", async () => {
  const { who, id } = await begin({}, "Hello", { email: "gus@example.com" });
  const guess = async () =>
    (await caller.call("POST", "/api/help/chat/code", { chat: id, code: "000000" }, who)).body.code;
  const told: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 6; n += 1) told.push(await guess());
    const again = await caller.call("POST", "/api/help/chat/code", { chat: id }, who);
    expect(again.status).toBe(round < 2 ? 200 : 409);
  }
  expect(told.filter((code) => code === "code_wrong")).toHaveLength(12);
  expect(told.filter((code) => code === "codes_used")).toHaveLength(6);
});

it("goes with its member, and tells nothing to who is signed out meanwhile", async () => {
  const { session } = await caller.join("Lena Leaves");
  const chat = await begin({ session }, "Bye?");
  const stream = await follow({ session }, chat.id);
  await stream.until("the beginning", () => stream.lines().length === 1);
  await caller.call("POST", "/api/logout", {}, { session });
  await say(chat.id, "Are you there?");
  await stream.until("the end", () => stream.hasEnded());
  expect(stream.lines()).toHaveLength(1);
});
