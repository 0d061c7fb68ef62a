/** A message is a conversation: read and written on by its member alone, opened again in time, closed by time, and nothing of it lost. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" }, at: "2027-03-17T19:42:00Z" });
});
afterAll(() => world.close());

type SignedUp = Awaited<ReturnType<World["member"]>>;
type Mail = { id: number; subject: string; text: string };
const mailsTo = async (to: string) =>
  (await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`)).mails.toSorted((a, b) => a.id - b.id);
const typed = { topic: "payout", body: "", store: "", order_number: "", ordered_on: "", amount: "" };
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000002000000020", "hex");
const file = async () => {
  const taken = await world.help.takeFile({ name: "slip.png", address: "203.0.113.7", read: async () => PNG });
  if (!taken.ok) throw new Error(taken.code);
  return taken.value;
};

async function begin(member: SignedUp, body: string, language: "en" | "es" = "en") {
  const sent = await world.help.send(
    {
      ...{ user_id: member.user_id, name: member.name, is_verified: true, brand: tuppence, language },
      address: "203.0.113.7",
    },
    { form: world.help.newForm(), files: [], typed: { ...typed, email: member.email, body } },
  );
  if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
  const [line] = await world.help.threads.list(member.user_id);
  if (!line) throw new Error("no conversation");
  return line;
}
const read = (member: SignedUp, thread: string, language: "en" | "es" = "en") =>
  world.help.threads.read({ user_id: member.user_id, thread, language });
const reply = (member: SignedUp, thread: string, words: string, form = world.help.newForm(), files: string[] = []) =>
  world.help.threads.reply(
    { user_id: member.user_id, supportEmail: tuppence.support_email },
    { thread, form, words, files },
  );
const answer = (thread: string, words: string) =>
  world.operators.queues
    .find(({ name }) => name === "messages")
    ?.acts.find(({ name }) => name === "answer")
    ?.run(thread, { by: "opr_ann", reason: "", values: { words } });
const waits = async (thread: string) =>
  (await world.operators.queues.find(({ name }) => name === "messages")?.list(50))?.find(({ id }) => id === thread);

it("is read whole by its member, who writes back with a file, and waits for us again with a new promise", async () => {
  const nora = await world.member("Nora");
  const { id, number } = await begin(nora, "Where is my payout?");
  expect(await answer(id, "It left today.")).toMatchObject({ ok: true });
  expect(await waits(id), "an answer is no open question").toBeUndefined();
  await world.work();
  const [letter] = (await mailsTo(nora.email)).filter(({ subject }) => subject.startsWith("Our answer"));
  expect(letter?.text, "the letter leads to the conversation").toContain(`/account/contact?thread=${id}`);

  // A Friday evening: two working days end on Tuesday.
  world.clock.set("2027-03-19T19:42:00Z");
  expect(await reply(nora, id, "It is not there.", "form-of-nora", [await file()])).toMatchObject({ ok: true });
  const thread = await read(nora, id);
  expect(thread).toMatchObject({ number, state: "pending_house", due: "2027-03-23T23:59:59.000Z", may_reply: true });
  expect(thread?.entries.map(({ from, words }) => [from, words])).toEqual([
    ["member", "Where is my payout?"],
    ["house", "It left today."],
    ["member", "It is not there."],
  ]);
  const [kept] = thread?.entries.at(-1)?.files ?? [];
  const opened = await world.app.inject({ method: "GET", url: kept?.href ?? "" });
  expect([kept?.name, opened.rawPayload.equals(PNG)]).toEqual(["slip.png", true]);
  expect((await waits(id))?.due?.toISOString()).toBe("2027-03-23T23:59:59.000Z");
  await world.work();
  const desk = (await mailsTo(tuppence.support_email)).filter(({ subject }) => subject.startsWith(`[${number}] Reply`));
  expect(desk.map(({ text }) => text.includes("It is not there.") && text.includes("/api/help/files/"))).toEqual([
    true,
  ]);
});

it("keeps a reply once however often and fast it is sent, and other words of the same form as well", async () => {
  const olga = await world.member("Olga");
  const { id } = await begin(olga, "A question.");
  const form = world.help.newForm();
  const sent = await Promise.all([1, 2, 3].map(() => reply(olga, id, "More.", form)));
  expect(sent.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await reply(olga, id, "And this.", form), "a page that was gone back to").toMatchObject({ ok: true });
  expect((await read(olga, id))?.entries.map(({ words }) => words)).toEqual(["A question.", "More.", "And this."]);
  expect(await reply(olga, id, "  ")).toMatchObject({ code: "message_missing" });
  expect(await reply(olga, id, "x".repeat(4_001))).toMatchObject({ code: "message_long" });
});

it("is nobody else's to read, to write in or to settle", async () => {
  const [paul, mallory] = [await world.member("Paul"), await world.member("Mallory")];
  const { id } = await begin(paul, "Mine alone.");
  for (const thread of [id, "nonsense", id.slice(0, -1), ""]) {
    expect(await read(mallory, thread)).toBeNull();
    expect(await reply(mallory, thread, "Hello")).toMatchObject({ code: "unknown_thread" });
    expect(await world.help.threads.settle(mallory.user_id, thread)).toMatchObject({ code: "unknown_thread" });
  }
  expect(await read(paul, id)).toMatchObject({ state: "open" });
  expect((await read(paul, id))?.entries).toHaveLength(1);
});

it("is settled by its member, opened again by a reply within seven days, and closed after them", async () => {
  const rosa = await world.member("Rosa", "es");
  const { id } = await begin(rosa, "¿Y mi retiro?", "es");
  for (let n = 0; n < 2; n += 1) expect(await world.help.threads.settle(rosa.user_id, id)).toMatchObject({ ok: true });
  expect(await waits(id)).toBeUndefined();
  await world.advance({ days: 6 });
  expect(await reply(rosa, id, "Otra vez.")).toMatchObject({ ok: true });
  expect(await read(rosa, id)).toMatchObject({ state: "pending_house" });
  expect(await waits(id)).toBeDefined();
  await world.help.threads.settle(rosa.user_id, id);
  await world.advance({ days: 7 });
  expect(await reply(rosa, id, "Tarde."), "before it was closed by a job too").toMatchObject({ code: "thread_closed" });
  expect(await world.help.settleQuiet()).toMatchObject({ closed: expect.any(Number) });
  expect(await read(rosa, id)).toMatchObject({ state: "closed", may_reply: false, may_settle: false });
  const { rows } = await world.base.handle.pool.query(
    "select from_state, to_state, by from help.moves m join help.messages using (message_id) where user_id = $1 order by m.at",
    [rosa.user_id],
  );
  expect(rows.map((row) => `${row.from_state} ${row.to_state} ${row.by}`)).toEqual([
    "open resolved member",
    "resolved pending_house member",
    "pending_house resolved member",
    "resolved closed time",
  ]);
});

it("settles an answer that nobody wrote back to for seven days, and no sooner", async () => {
  const sven = await world.member("Sven");
  const { id } = await begin(sven, "How long?");
  await answer(id, "Three days.");
  await world.advance({ days: 6, hours: 23 });
  await world.help.settleQuiet();
  expect(await read(sven, id)).toMatchObject({ state: "pending_member" });
  await world.advance({ hours: 2 });
  await world.help.settleQuiet();
  expect(await read(sven, id)).toMatchObject({ state: "resolved", may_reply: true });
});

it("says what was found about a purchase in the reader's language, and keeps the network's promise through a reply", async () => {
  const tara = await world.member("Tara", "es");
  const sent = await world.help.send(
    {
      ...{ user_id: tara.user_id, name: "Tara", is_verified: true, brand: tuppence, language: "es" as const },
      address: "203.0.113.9",
    },
    {
      form: world.help.newForm(),
      files: [],
      typed: {
        ...{ topic: "missing-purchase", email: tara.email, body: "", store: "Bright", order_number: "B-9" },
        ...{ ordered_on: world.clock.now().toISOString().slice(0, 10), amount: "20" },
      },
    },
  );
  expect(sent.ok).toBe(true);
  const [line] = await world.help.threads.list(tara.user_id);
  const id = line?.id ?? "";
  const queue = world.operators.queues.find(({ name }) => name === "purchases");
  const decide = (reason: string) => queue?.acts[0]?.run(id, { by: "opr_ann", reason, values: {} });
  await decide("asked");
  const asked = await read(tara, id, "es");
  expect(asked).toMatchObject({ state: "asked", purchase: { store: "Bright" } });
  expect(asked?.entries.map(({ title }) => title)).toEqual(["Preguntamos a la red de la tienda"]);
  await reply(tara, id, "Era un regalo.");
  expect((await read(tara, id))?.due, "the promise stays").toBe(asked?.due);
  await decide("found");
  expect((await read(tara, id))?.entries.at(-1)).toMatchObject({ title: "We found your purchase" });
  expect(await read(tara, id)).toMatchObject({ state: "resolved", due: null });
});

it("goes along with its member's copy, and with its member", async () => {
  const uma = await world.member("Uma");
  const { id } = await begin(uma, "First words.");
  await reply(uma, id, "Second words.");
  const { readMemberData } = await import("../../src/modules/help/member-data-store.ts");
  const copy = JSON.stringify(await readMemberData(world.database.db, uma.user_id));
  for (const words of ["First words.", "Second words."]) expect(copy).toContain(words);
  const { member } = await world.identity.open(uma.user_id, { user_agent: "", address: "" });
  await world.identity.deleteAccount(member, { password: uma.password, give_up: true, user_agent: "", address: "" });
  await world.work();
  expect(await read(uma, id)).toBeNull();
  expect(await world.help.threads.list(uma.user_id)).toEqual([]);
});
