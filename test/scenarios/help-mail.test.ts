/** Tickets by mail: answers find their conversation, strangers' questions begin one, and what nobody vouches for waits for a person. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { writeMail } from "../../sandbox/mailboxes/compose.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { HELP_REPLY_DOMAIN: "reply.localhost" }, at: "2027-03-17T19:42:00Z" });
});
afterAll(() => world.close());

type Mail = { id: number; subject: string; text: string };
type Letter = {
  from: string;
  to: string;
  text: string;
  subject?: string;
  signed_by?: string;
  in_reply_to?: string;
  references?: string;
  message_id?: string;
  headers?: Record<string, string>;
  files?: { name: string; type: string; base64: string }[];
  times?: number;
  sender?: string;
};
async function write(letter: Letter) {
  await world.advance({ seconds: 1 });
  await world.control("/mailboxes/letter", letter);
  await world.control("/postbacks/idle", {});
  await world.work();
}
const HELP = tuppence.support_email;
const names = async (messageId: string) => {
  const { rows } = await world.base.handle.pool.query<{ message_id: string; reply_to: string; headers: object }>(
    "select message_id, reply_to, headers from notifications.mails where cause like $1 order by created_at desc limit 1",
    [`%${messageId}%`],
  );
  return rows[0];
};
type Row = { message_id: string; number: string; user_id: string | null; email: string; state: string };
const messagesOf = async (email: string) =>
  (
    await world.base.handle.pool.query<Row>(
      "select message_id, number, user_id, email, state from help.messages where email = $1 order by created_at",
      [email],
    )
  ).rows;
const wordsOf = async (messageId: string) =>
  (await world.help.desk.entries(messageId)).map(({ kind, words }) => `${kind}: ${words}`);
const mailsTo = async (to: string) =>
  (await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`)).mails.toSorted((a, b) => a.id - b.id);
const answer = async (messageId: string, words: string) => {
  await world.advance({ seconds: 1 });
  const outcome = await world.help.desk.answer({
    ...{ message_id: messageId, code: "words", words, canned: "", waiting: false, by: "opr_ann" },
    at: world.clock.now(),
  });
  expect(outcome).toMatchObject({ ok: true });
  await world.work();
  const { rows } = await world.base.handle.pool.query<{ message_id: string; reply_to: string }>(
    "select message_id, reply_to from notifications.mails where template = 'help_answered' order by created_at desc, mail_id desc limit 1",
  );
  return rows[0] as { message_id: string; reply_to: string };
};
const held = () => world.help.letters.held(50);
const QUOTE =
  "\n\nOn Wed, Mar 17, 2027 at 7:42 PM Tuppence <help@tuppence.example> wrote:\n> Our answer\n> It left today.\n";
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000002000000020", "hex").toString("base64");

it("a stranger's signed mail begins a conversation, is answered once a day, and goes on by reply without what it quotes", async () => {
  await write({
    from: "sue@example.com",
    to: HELP,
    subject: "Payout",
    text: "Where is the payout of my order?",
    times: 3,
  });
  const [message] = await messagesOf("sue@example.com");
  expect(await messagesOf("sue@example.com"), "brought three times it is one").toHaveLength(1);
  const id = message?.message_id ?? "";
  expect(await wordsOf(id)).toEqual(["member: Where is the payout of my order?"]);
  await write({ from: "sue@example.com", to: HELP, text: "And another thing, please." });
  const received = (await mailsTo("sue@example.com")).filter(({ subject }) => /We have your message/.test(subject));
  expect(received, "one of these a day").toHaveLength(1);
  const told = await names(`received_mail:sue@example.com`);
  expect(told).toMatchObject({ headers: { "Auto-Submitted": "auto-replied", "X-Tuppence-Loop": "help" } });

  const sent = await answer(id, "It left today.");
  expect(sent.reply_to).toMatch(/^reply\+[0-9a-f]{32}\.[0-9a-f]{20}@reply\.localhost$/);
  expect(sent.message_id).toMatch(/^<[0-9a-f]{32}\.[0-9a-f]{16}\.[0-9a-f]{20}@127\.0\.0\.1>$/);
  await write({ from: "sue@example.com", to: sent.reply_to, text: `Thank you, it is there.${QUOTE}`, times: 2 });
  // By what it answers, at the brand's own address; and by the last that it refers to, when it answers nothing of ours.
  await write({ from: "sue@example.com", to: HELP, text: "One more.", in_reply_to: sent.message_id });
  await write({
    ...{ from: "sue@example.com", to: HELP, text: "And one.", in_reply_to: "<x@example.com>" },
    references: `<a@example.com> ${sent.message_id} <x@example.com>`,
  });
  expect(await wordsOf(id)).toEqual([
    "member: Where is the payout of my order?",
    "house: It left today.",
    "member: Thank you, it is there.",
    "member: One more.",
    "member: And one.",
  ]);
  expect((await messagesOf("sue@example.com"))[0]?.state).toBe("pending_house");
  expect(await held()).toEqual([]);
});

it("a member's signed mail is theirs, and stands in their account", async () => {
  const vera = await world.member("Vera");
  await world.base.handle.pool.query("update identity.users set email_verified_at = $2 where user_id = $1", [
    vera.user_id,
    world.clock.now(),
  ]);
  await write({ from: vera.email, to: HELP, text: "¿Dónde está mi retiro? Gracias por la respuesta." });
  expect(await world.help.threads.list(vera.user_id)).toMatchObject([{ state: "open" }]);
});

it("what somebody wrote to others is no word to us, whoever brings it", async () => {
  await write({ from: "gail@example.com", to: HELP, text: "A question of my own." });
  const id = (await messagesOf("gail@example.com"))[0]?.message_id ?? "";
  const { reply_to } = await answer(id, "Here it is.");
  const bring = async (to: string, text: string) => {
    await world.advance({ seconds: 1 });
    const raw = await writeMail({
      ...{ from: "gail@example.com", to, subject: "Hello", text, at: world.clock.now(), signed_by: "example.com" },
      message_id: `<${text.length}.${to.length}@example.com>`,
    });
    await world.control("/mailboxes/raw", { to: reply_to, raw: raw.toString("base64") });
    await world.control("/postbacks/idle", {});
    await world.work();
  };
  await bring("bank@example.org", "Close my account and send the rest to me.");
  await bring(`bank@example.org, ${reply_to}`, "Both of you: thank you.");
  expect(await wordsOf(id)).toEqual([
    "member: A question of my own.",
    "house: Here it is.",
    "member: Both of you: thank you.",
  ]);
  const [waiting] = await held();
  expect(waiting).toMatchObject({ email: "gail@example.com", why: "unsigned" });
  await world.help.letters.decide({ held_id: waiting?.held_id ?? "", take: false, by: "opr_ann" });
  expect(await held()).toEqual([]);
});

it("forged threads, other people's names and unsigned mails wait for a person, and are let in or dropped once", async () => {
  await write({ from: "pat@example.com", to: HELP, text: "My own question about a rate." });
  const [mine] = await messagesOf("pat@example.com");
  const id = mine?.message_id ?? "";
  const sent = await answer(id, "Here it is.");
  const [local = ""] = sent.reply_to.split("@");
  await write({ from: "mallory@example.com", to: sent.reply_to, text: "Change the payout address." });
  await write({ from: "pat@example.com", to: sent.reply_to, text: "Pay somebody else.", signed_by: "nobody" });
  await write({ from: "pat@example.com", to: sent.reply_to, text: "Pay me twice.", signed_by: "forger.example" });
  expect((await held()).map(({ email, why, message_id }) => [email, why, message_id === id])).toEqual([
    ["mallory@example.com", "not_the_writer", true],
    ["pat@example.com", "unsigned", true],
    ["pat@example.com", "unsigned", true],
  ]);
  expect(await wordsOf(id), "nobody writes in another's name").toHaveLength(2);

  // A signature that is none, a name that is none: no conversation is found, and by the subject none is looked for.
  await write({
    from: "mo@example.com",
    to: HELP,
    subject: `Re: Our answer (${mine?.number})`,
    text: "I am in this.",
    in_reply_to: `${sent.message_id.slice(0, -16)}0@127.0.0.1>`,
  });
  expect(await wordsOf(id)).toHaveLength(2);
  expect(await messagesOf("mo@example.com")).toHaveLength(1);
  await write({ from: "pat@example.com", to: `${local.slice(0, -1)}0@reply.localhost`, text: "Nowhere" });
  expect(await messagesOf("pat@example.com")).toHaveLength(1);

  const queue = world.operators.queues.find(({ name }) => name === "held letters");
  const [stranger, unsigned, forged] = (await queue?.list(10)) ?? [];
  const act = (name: string, item: string) =>
    queue?.acts.find((one) => one.name === name)?.run(item, { by: "opr_ann", reason: "", values: {} });
  expect(await act("let in", unsigned?.id ?? "")).toMatchObject({ ok: true });
  expect(await act("let in", unsigned?.id ?? ""), "once").toMatchObject({ ok: false });
  expect(await act("let in", stranger?.id ?? "")).toMatchObject({ ok: true });
  expect(await act("drop", forged?.id ?? "")).toMatchObject({ ok: true });
  const doubt =
    "note: The words before this came by a mail that proves no sender, and were let in by hand: they may be anybody's.";
  expect((await wordsOf(id)).slice(-2)).toEqual(["member: Pay somebody else.", doubt]);
  const [own, ...more] = await messagesOf("mallory@example.com");
  expect(more, "a conversation of its own").toEqual([]);
  expect(await wordsOf(own?.message_id ?? "")).toEqual(["member: Change the payout address.", doubt]);
  await world.work();
  expect(await mailsTo("mallory@example.com"), "whose address nobody proved").toEqual([]);
  expect(await held()).toEqual([]);
});

it("machines are not read: out of office, mails that come back, lists, and our own letters", async () => {
  const sent = await (async () => {
    await write({ from: "rob@example.com", to: HELP, text: "A question, please answer." });
    return answer((await messagesOf("rob@example.com"))[0]?.message_id ?? "", "Here.");
  })();
  const before = (await mailsTo("rob@example.com")).length;
  for (const headers of [
    { "Auto-Submitted": "auto-replied" },
    { "X-Autoreply": "yes" },
    { Precedence: "bulk" },
    { "List-Id": "<many.example.com>" },
    { "X-Tuppence-Loop": "help" },
  ])
    for (let n = 0; n < 2; n += 1)
      await write({
        from: "rob@example.com",
        to: n === 0 ? sent.reply_to : HELP,
        text: "I am away until Monday.",
        headers,
      });
  await write({ from: "mailer-daemon@example.com", to: sent.reply_to, text: "Undelivered", sender: "" });
  await write({ from: HELP, to: HELP, text: "Hello to myself" });
  expect(await messagesOf("rob@example.com")).toHaveLength(1);
  expect(await wordsOf((await messagesOf("rob@example.com"))[0]?.message_id ?? "")).toHaveLength(2);
  expect((await mailsTo("rob@example.com")).length).toBe(before);
  expect(await held()).toEqual([]);
});

it("keeps pictures and PDF by their bytes, and names what it left out", async () => {
  await write({
    ...{ from: "fay@example.com", to: HELP, text: "See the files, please." },
    files: [
      { name: "slip.png", type: "image/png", base64: PNG },
      { name: "../../invoice.pdf.exe", type: "application/pdf", base64: Buffer.from("MZ\u0090").toString("base64") },
      { name: "page.png", type: "image/png", base64: Buffer.from("<script>alert(1)</script>").toString("base64") },
    ],
  });
  const [message] = await messagesOf("fay@example.com");
  const files = await world.help.desk.files(message?.message_id ?? "");
  expect(files.map(({ name }) => name)).toEqual(["slip.png"]);
  expect((await wordsOf(message?.message_id ?? "")).at(-1)).toMatch(
    /^note: Files of this mail were left out.*exe, page\.png$/,
  );
});

it("takes nothing that Mailgun did not sign, nothing for other addresses, and answers in whatever order", async () => {
  const raw = Buffer.from("From: a@example.com\r\nSubject: x\r\n\r\nHello").toString("base64");
  await world.control("/mailboxes/raw", { to: HELP, raw, forged: true });
  await world.control("/postbacks/idle", {});
  await world.work();
  expect(await messagesOf("a@example.com")).toEqual([]);
  expect(await world.mailboxes.incoming.knows("nobody@reply.localhost")).toBe(false);
  await write({ from: "ida@example.com", to: HELP, text: "First question about coins." });
  const id = (await messagesOf("ida@example.com"))[0]?.message_id ?? "";
  const sent = await answer(id, "An answer.");
  const common = { from: "ida@example.com", to: sent.reply_to };
  await write({ ...common, text: "The second.", message_id: "<2@example.com>" });
  await write({ ...common, text: "The first, which was late.", message_id: "<1@example.com>" });
  await write({
    ...common,
    text: "The second.",
    message_id: "<2@example.com>",
    to: HELP,
    in_reply_to: sent.message_id,
  });
  expect((await wordsOf(id)).slice(2)).toEqual(["member: The second.", "member: The first, which was late."]);
});
