/** What people write to us: once however often it is sent, mailed to whoever answers, with its files, and gone with its writer. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
});
afterAll(() => world.close());

const DESK = tuppence.support_email;
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000002000000020", "hex");
const typed = {
  topic: "missing-purchase",
  email: "olive@example.com",
  body: "It was a gift.\nPlease look.",
  store: "Bright",
  order_number: "B-77",
  ordered_on: "2027-03-08",
  amount: "49.90",
};
const visitor = {
  user_id: null,
  name: "",
  is_verified: false,
  brand: tuppence,
  language: "en" as const,
  address: "203.0.113.7",
};
type Mail = {
  id: number;
  to: string;
  subject: string;
  text: string;
  headers: Record<string, string>;
  reply_to?: string;
};
const mailsTo = async (to: string) =>
  (await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`)).mails.toSorted((a, b) => a.id - b.id);

function filePart(bytes: Buffer, name = "receipt.png") {
  const edge = "edge-of-a-part";
  return {
    headers: { "content-type": `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
  };
}
const handIn = (bytes: Buffer, name?: string) =>
  world.app.inject({ method: "POST", url: "/api/help/files", ...filePart(bytes, name) });

it("a missing purchase reaches the desk with its facts and its receipt, and its writer has a number", async () => {
  const taken = await handIn(PNG, "../../receipt <1>.png");
  expect(taken.statusCode, taken.body).toBe(200);
  const form = world.help.newForm();
  const sent = await world.help.send(visitor, { form, files: [taken.json().file], typed });
  if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
  expect(sent.number).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  await world.work();

  const [desk] = await mailsTo(DESK);
  expect(desk?.subject).toBe(`[${sent.number}] A missing purchase`);
  for (const fact of ["Please look.", "olive@example.com", "Bright", "B-77", "$49.90"])
    expect(desk?.text).toContain(fact);
  const link = /https?:\/\/\S+\/api\/help\/files\/\S+/.exec(desk?.text ?? "")?.[0] ?? "";
  const { pathname, search } = new URL(link);
  const file = await world.app.inject({ method: "GET", url: pathname + search });
  expect([file.statusCode, file.headers["content-type"], file.rawPayload.equals(PNG)]).toEqual([
    200,
    "image/png",
    true,
  ]);
  expect(file.headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9._%-]+$/);
  expect(file.headers["cache-control"]).toBe("private, no-store");
  const forged = await world.app.inject({ method: "GET", url: `${pathname}?key=${"A".repeat(43)}` });
  expect(forged.statusCode).toBe(404);

  expect((await mailsTo("olive@example.com")).map((mail) => mail.subject)).toEqual([
    `We have your message ${sent.number}`,
  ]);
});

it("an answer to the desk's mail goes to whoever wrote", async () => {
  const { rows } = await world.base.handle.pool.query(
    "select recipient, reply_to from notifications.mails where template = 'help_message'",
  );
  expect(rows).toEqual([{ recipient: DESK, reply_to: "olive@example.com" }]);
});

it("one form is one message, however often and however fast it is sent", async () => {
  const form = world.help.newForm();
  const other = { ...visitor, address: "203.0.113.8" };
  const body = { ...typed, topic: "other", email: "twice@example.com" };
  const sent = await Promise.all([1, 2, 3].map(() => world.help.send(other, { form, files: [], typed: body })));
  expect(new Set(sent.map((one) => (one.ok ? one.number : "refused"))).size).toBe(1);
  await world.work();
  expect(await mailsTo("twice@example.com")).toHaveLength(1);
});

it("a file belongs to one message alone, and one that nobody sent is dropped", async () => {
  const file = (await handIn(PNG)).json().file as string;
  const other = { ...visitor, address: "203.0.113.9" };
  const write = (email: string) =>
    world.help.send(other, { form: world.help.newForm(), files: [file], typed: { ...typed, topic: "other", email } });
  expect([await write("first@example.com"), await write("second@example.com")]).toMatchObject([
    { ok: true },
    { ok: true },
  ]);
  await world.work();
  const desk = (await mailsTo(DESK)).slice(-2);
  expect(desk.map((mail) => mail.text.includes("/api/help/files/"))).toEqual([true, false]);
  await handIn(PNG);
  await world.advance({ hours: 25 });
  expect(await world.help.dropOld()).toEqual({ messages: 0, files: 1, reviews: 0 });
});

it("what is no picture and no PDF is refused in words", async () => {
  const answer = await handIn(Buffer.from("<svg onload=alert(1)>"));
  expect([answer.statusCode, answer.json().errors.file?.[0]]).toEqual([
    422,
    "Choose a picture (JPEG, PNG, WebP) or a PDF.",
  ]);
  const large = await handIn(Buffer.concat([PNG, Buffer.alloc(8 * 1024 * 1024 + 8)]));
  expect(large.statusCode).toBe(413);
});

it("who writes without end is asked to wait, with nothing kept", async () => {
  const outcomes = [];
  for (let n = 0; n < 10; n += 1)
    outcomes.push(
      await world.help.send(
        { ...visitor, address: `203.0.113.${20 + n}` },
        { form: world.help.newForm(), files: [], typed: { ...typed, topic: "other", email: "flood@example.com" } },
      ),
    );
  expect(outcomes.filter((one) => one.ok)).toHaveLength(8);
  expect(outcomes.at(-1)).toMatchObject({ ok: false, faults: [{ code: "too_many" }] });
});

it("a rating is one for each member, the last; and leaving takes words, files and rating along", async () => {
  const member = await world.member("Rita");
  const writer = { ...visitor, user_id: member.user_id, name: "Rita", address: "203.0.113.40" };
  expect(await world.help.review(writer, { stars: 0, words: "" })).toMatchObject({ code: "stars_missing" });
  for (const stars of [2, 4]) await world.help.review(writer, { stars, words: "so so" });
  const file = (await handIn(PNG)).json().file as string;
  await world.help.send(writer, {
    form: world.help.newForm(),
    files: [file],
    typed: { ...typed, email: member.email },
  });
  const read = async () =>
    (
      await world.base.handle.pool.query(
        `select (select array_agg(stars) from help.reviews where user_id = $1) as stars, m.email, m.purchase, m.state,
           (select count(*)::integer from help.entries e where e.message_id = m.message_id) as entries,
           (select count(*)::integer from help.files f where f.message_id = m.message_id) as files
         from help.messages m where m.user_id = $1`,
        [member.user_id],
      )
    ).rows;
  expect(await read()).toMatchObject([{ stars: [4], email: member.email, state: "open", entries: 1, files: 1 }]);
  await world.database.transaction(async (tx) => {
    const { eraseMemberData } = await import("../../src/modules/help/member-data-store.ts");
    await eraseMemberData(tx, member.user_id);
  });
  expect(await read()).toEqual([{ stars: null, email: null, purchase: null, state: "erased", entries: 0, files: 0 }]);
});

describe("the desk", () => {
  const queue = (name: string) => {
    const found = world.operators.queues.find((one) => one.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const answer = (name: string, id: string, reason: string, words = "") =>
    queue(name).acts[0]?.run(id, { by: "opr_ann", reason, values: words ? { words } : {} });

  it("has a missing purchase with its promise, asks the network, answers in the writer's language, and once", async () => {
    // A Wednesday.
    world.clock.set("2027-03-17T19:42:00Z");
    const mila = await world.member("Mila", "es");
    const writer = { ...visitor, user_id: mila.user_id, name: "Mila", is_verified: true, language: "es" as const };
    const sent = await world.help.send(writer, {
      form: "a-form-of-mila-that-is-long",
      files: [],
      typed: { ...typed, email: mila.email, store: "Bright <b>" },
    });
    if (!sent.ok) throw new Error("not sent");
    const mine = async () => (await world.help.threads.list(mila.user_id))[0];
    const item = (await queue("purchases").list(50)).find(({ line }) => line.includes("Bright <b>"));
    // Two working days, to the end of the second.
    expect(item?.due?.toISOString()).toBe("2027-03-19T23:59:59.000Z");
    expect(await mine()).toMatchObject({ number: sent.number, state: "open", due: "2027-03-19T23:59:59.000Z" });
    const id = item?.id ?? "";
    expect(await answer("purchases", id, "made_up")).toMatchObject({ code: "not_possible" });
    expect(await answer("messages", id, "", "words of another queue")).toMatchObject({ code: "not_possible" });
    expect(await answer("purchases", id, "asked")).toMatchObject({ ok: true });
    await world.advance({ minutes: 1 });
    expect(await answer("purchases", id, "asked"), "asked once").toMatchObject({ code: "not_possible" });
    expect(await mine()).toMatchObject({ state: "asked", due: "2027-04-16T19:42:00.000Z" });
    expect(
      (await queue("purchases").list(50)).map((one) => one.id),
      "it stays on the desk",
    ).toContain(id);
    const both = await Promise.all([
      answer("purchases", id, "found", "Lo sentimos."),
      answer("purchases", id, "no_visit"),
    ]);
    expect(both.filter((one) => one?.ok)).toHaveLength(1);
    expect(await mine()).toMatchObject({ state: "resolved", due: null });
    expect((await queue("purchases").list(50)).map((one) => one.id)).not.toContain(id);
    await world.work();
    const mails = (await mailsTo(mila.email)).filter(({ subject }) => subject.includes(sent.number));
    expect(mails.map(({ subject }) => subject.replace(` (${sent.number})`, ""))).toEqual([
      `Tenemos tu mensaje ${sent.number}`,
      "Preguntamos a la red de la tienda",
      expect.stringMatching(/^(Encontramos tu compra|No podemos agregar esta compra)$/),
    ]);
    // What was typed is in no letter of ours but the one to whom it proved its address.
    expect(
      mails
        .slice(1)
        .map(({ text }) => text)
        .join(" "),
    ).not.toContain("Bright <b>");
  });

  it("answers everything else in a person's own words, and nobody whose words are gone", async () => {
    const ned = await world.member("Ned");
    const send = (form: string) =>
      world.help.send(
        { ...visitor, user_id: ned.user_id, name: "Ned", is_verified: true },
        { form, files: [], typed: { ...typed, topic: "payout", email: ned.email, body: `Where is it? ${form}` } },
      );
    for (const form of ["a-form-of-ned-that-is-long-1", "a-form-of-ned-that-is-long-2"]) await send(form);
    const [first, second] = (await queue("messages").list(50)).filter(({ line }) => line.includes("a-form-of-ned"));
    expect(await answer("messages", first?.id ?? "", "")).toMatchObject({ code: "not_possible" });
    expect(await answer("messages", first?.id ?? "", "", "It left today.")).toMatchObject({ ok: true });
    await world.work();
    expect((await mailsTo(ned.email)).at(-1)?.text).toContain("It left today.");
    const { member } = await world.identity.open(ned.user_id, { user_agent: "", address: "" });
    await world.identity.deleteAccount(member, { password: ned.password, give_up: true, user_agent: "", address: "" });
    await world.work();
    expect(await answer("messages", second?.id ?? "", "", "Too late.")).toMatchObject({ code: "not_possible" });
    const { rows } = await world.base.handle.pool.query(
      "select count(*)::int as left from help.entries e join help.messages m using (message_id) where m.user_id = $1",
      [ned.user_id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});

it("why the extension was taken away is kept without a name, and one network cannot fill it", async () => {
  const told = { reasons: ["no_codes"] as const, words: "", language: "es" as const, partner: "tuppence" };
  expect(await world.help.tellUninstall({ ...told, reasons: [], words: " ", address: "203.0.113.60" })).toMatchObject({
    code: "reason_missing",
  });
  const outcomes = [];
  for (let n = 0; n < 12; n += 1)
    outcomes.push(await world.help.tellUninstall({ ...told, words: `w${n}`, address: "203.0.113.61" }));
  expect(outcomes.filter((one) => one.ok)).toHaveLength(10);
  expect(outcomes.at(-1)).toMatchObject({ code: "too_many" });
  const span = {
    from: new Date(world.clock.now().getTime() - 60_000),
    to: new Date(world.clock.now().getTime() + 60_000),
  };
  expect(await world.help.desk.uninstalls(span)).toEqual([{ reason: "no_codes", n: 10 }]);
  expect(await world.help.desk.uninstallWords(span, 3)).toHaveLength(3);
});
