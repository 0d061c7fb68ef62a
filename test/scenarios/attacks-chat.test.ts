/** Chats under attack: strangers' chats, forged keys and ids, floods of words, streams and beginnings, and words that nothing should break on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { listenForNotices } from "../../src/server/serve.ts";
import { type AccountCaller, createAccountCaller, type Session } from "../support/account-calls.ts";
import { type Listening, listenTo } from "../support/event-source.ts";
import { hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
let notices: { stop(): Promise<void> };
let vera: { session: Session; chat: string };
const open: Listening[] = [];
type Who = { session?: Session; cookie?: string };
const form = () => world.help.newForm();
const post = (path: string, json: object, who: Who = {}, from?: string) =>
  caller.call("POST", `/api/help/chat${path}`, json, { ...who, ...(from ? { from } : {}) });
const chatOf = (body: Record<string, unknown>) => body.chat as { id: string } | null;

beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" }, at: "2027-03-10T19:42:00Z" });
  notices = await listenForNotices(world.base.handle, world, () => {}, world.log);
  caller = createAccountCaller(world);
  const { session } = await caller.join("Vera Victim");
  const begun = await post("", { form: form(), words: "My card ends in 4242." }, { session });
  vera = { session, chat: chatOf(begun.body)?.id ?? "" };
});
afterAll(async () => {
  for (const one of open) await one.close();
  await notices.stop();
  await world.close();
});
const follow = async (chat: string, headers: Record<string, string>) => {
  const stream = await listenTo(`${world.productUrl}/api/help/chat/stream?chat=${chat}`, headers);
  open.push(stream);
  return stream;
};

it("is nobody else's to read, follow, write in, end or judge: not a member's, a visitor's, or a forged key's", async () => {
  const mallory = await caller.join("Mallory Malice");
  const guest = await post("", { form: form(), words: "Hi", email: "mallory@evil.example" });
  const key = guest.cookies.find(({ name }) => name === "tp_chat");
  expect(key).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/api/help/chat" });
  const [id = "", signature = ""] = (key?.value ?? "").split(".");
  const strangers: Who[] = [
    { session: mallory.session },
    { cookie: `tp_chat=${key?.value}` },
    { cookie: `tp_chat=${vera.chat}.${signature}` },
    { cookie: `tp_chat=${vera.chat}.` },
    { cookie: `tp_chat=${id}` },
    {},
  ];
  for (const who of strangers) {
    const asked = await caller.call("GET", `/api/help/chat?chat=${vera.chat}`, undefined, who);
    expect([asked.status, asked.body.chat, JSON.stringify(asked.body).includes("4242")]).toEqual([200, null, false]);
    for (const [path, more] of [
      ["/words", { form: form(), words: "x" }],
      ["/typing", {}],
      ["/seen", { place: "1" }],
      ["/code", { code: "123456" }],
      ["/end", {}],
      ["/verdict", { solved: true }],
    ] as const)
      expect((await post(path, { chat: vera.chat, ...more }, who)).body.code, path).toBe("unknown_thread");
    const stream = await follow(vera.chat, {
      ...(who.cookie ? { cookie: who.cookie } : {}),
      ...(who.session ? { authorization: `Bearer ${who.session.token}`, "x-tuppence-bind": who.session.bind } : {}),
    });
    expect(stream.status).toBe(404);
  }
  // A key without its member: a visitor's key opens no member's conversation, whatever it names.
  expect(world.help.chats.keys.read(`${vera.chat}.${signature}`)).toBeNull();
  const own = await caller.call("GET", "/api/help/chat", undefined, { session: vera.session });
  expect(own.body.lines).toHaveLength(1);
});

it("another page can neither begin nor write, and operators alone say words of ours", async () => {
  const answer = await world.app.inject({
    method: "POST",
    url: "/api/help/chat",
    headers: { "content-type": "application/json", origin: "https://evil.example" },
    payload: JSON.stringify({ form: form(), words: "Hi", email: "a@example.com" }),
  });
  expect(answer.statusCode).toBe(403);
  const analyst = await hireOperator(world, "Andy Analyst", ["analyst"]);
  const say = await world.app.inject({
    method: "POST",
    url: "/api/console/decisions",
    headers: { "content-type": "application/json", cookie: analyst.cookie() },
    payload: JSON.stringify({ place: "object", name: "message", item: vera.chat, act: "say", values: { words: "x" } }),
  });
  expect(say.json()).toMatchObject({ code: "not_allowed" });
  const live = await world.app.inject({
    url: `/api/console/live?kind=message&id=${vera.chat}`,
    headers: { cookie: analyst.cookie() },
  });
  expect(live.statusCode).toBe(404);
});

it("floods end: of words, of beginnings from one network and to one mailbox, of streams", async () => {
  const { session } = await caller.join("Flo Flood");
  const begun = await post("", { form: form(), words: "0" }, { session });
  const chat = chatOf(begun.body)?.id ?? "";
  const said: unknown[] = [];
  for (let n = 0; n < 70; n += 1)
    said.push((await post("/words", { chat, form: form(), words: `w${n}` }, { session })).body.code ?? "ok");
  expect(said.filter((code) => code === "ok")).toHaveLength(60);
  expect(said.at(-1)).toBe("too_many");

  const boxes: unknown[] = [];
  for (let n = 0; n < 10; n += 1)
    boxes.push((await post("", { form: form(), words: "Hi", email: "victim@example.com" })).body.code ?? "ok");
  expect(
    boxes.filter((code) => code === "ok"),
    "codes to one mailbox",
  ).toHaveLength(8);
  const network: unknown[] = [];
  for (let n = 0; n < 22; n += 1)
    network.push(
      (await post("", { form: form(), words: "Hi", email: `n${n}@example.com` }, {}, "203.0.113.9")).body.code ?? "ok",
    );
  expect(network.filter((code) => code === "ok")).toHaveLength(20);

  const headers = { authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind };
  const streams = await Promise.all(Array.from({ length: 10 }, () => follow(chat, headers)));
  expect(streams.map(({ status }) => status).filter((status) => status === 200).length).toBeLessThanOrEqual(8);
  expect(streams.some(({ status }) => status === 429)).toBe(true);
  for (const one of streams) await one.close();
});

it("takes odd words as they are, and breaks on none", async () => {
  const { session } = await caller.join("Odd Olga");
  const begun = await post("", { form: form(), words: "begin" }, { session });
  const chat = chatOf(begun.body)?.id ?? "";
  const stream = await follow(chat, { authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind });
  const odd = [
    "a\nid: 999\nevent: chat\ndata: {}\n\n",
    "<script>alert(1)</script>",
    "x".repeat(2_000),
    "😀‮evil",
    "\r\r\n\n :",
  ];
  for (const words of odd) expect((await post("/words", { chat, form: form(), words }, { session })).status).toBe(200);
  await stream.until("all of it", () => stream.lines().length === 1 + odd.length);
  expect(
    stream
      .lines()
      .slice(1)
      .map(({ data }) => data.words),
  ).toEqual(odd.map((words) => words.trim()));
  for (const [words, code] of [
    ["", "message_missing"],
    ["   ", "message_missing"],
    ["x".repeat(2_001), "chat_words_long"],
  ] as const)
    expect((await post("/words", { chat, form: form(), words }, { session })).body.code).toBe(code);
  for (const after of ["-1", "1e9", "9".repeat(18), "x"]) {
    const again = await listenTo(`${world.productUrl}/api/help/chat/stream?chat=${chat}&after=${after}`, {
      ...{ authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind },
    });
    expect(again.status, after).toBe(200);
    await again.until("how it stands", () => again.heard.some(({ event }) => event === "chat"));
    await again.close();
  }
  expect((await post("/seen", { chat, place: "999999999999999999" }, { session })).status).toBe(200);
  const { rows } = await world.base.handle.pool.query("select max(seen_place) as seen from help.chats");
  expect(Number(rows[0].seen), "nobody has seen what was not written").toBe(0);
});

it("two tabs that begin at once have one chat", async () => {
  const { session } = await caller.join("Twice Tom");
  const both = await Promise.all(["one", "two"].map((words) => post("", { form: form(), words }, { session })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(both.map(({ body }) => chatOf(body)?.id)).size).toBe(1);
  const { body } = await caller.call("GET", "/api/help/chat", undefined, { session });
  expect((body.lines as { words: string }[]).map(({ words }) => words).toSorted()).toEqual(["one", "two"]);
});
