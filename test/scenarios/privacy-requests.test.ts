/** What anybody asks of what is kept about them: proven by a session or a mail, once however often, and told to nobody else. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { whileHeld } from "../support/held-lock.ts";
import { createPrivacyStory } from "../support/privacy-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createPrivacyStory>;
beforeAll(async () => {
  // Late in the evening in California, and a day later by UTC.
  world = await createWorld({ at: "2027-03-11T05:42:00Z" });
  story = createPrivacyStory(world);
});
afterAll(() => world.close());

const DUE = "2027-04-24";

it("answers a stranger the same whether an account has the address or not, and tells the truth by mail", async () => {
  const ann = await story.confirmed("Ann");
  const answers = [await story.ask("know", ann.email), await story.ask("know", "nobody@example.com")];
  expect(answers[0]).toEqual({ ok: true, value: { step: "mail", number: null, cookies: [] } });
  expect(answers[1]).toEqual(answers[0]);
  const [toAnn, toNobody] = [await story.letters(ann.email), await story.letters("nobody@example.com")];
  const plain = (text = "") => text.replace(/[0-9A-Za-z]{40}|[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/g, "…");
  expect([toAnn.length, toNobody.length]).toEqual([1, 1]);
  expect(plain(toAnn[0]?.text)).toBe(plain(toNobody[0]?.text));
  expect(toAnn[0]?.text).toContain("Apr\u00a024, 2027");

  // Looking at the link, as programs do, confirms nothing.
  const token = await story.token(ann.email);
  for (let n = 0; n < 3; n += 1) expect(await world.privacy.readLink(token)).toMatchObject({ waits: true });
  expect(await story.rows("state <> 'unverified'")).toEqual([]);

  const known = await world.privacy.verify(token);
  expect(known).toMatchObject({ waits: false, page: { right: "know", state: "answered" } });
  const [, ready] = await story.letters(ann.email);
  expect(ready?.subject).toBe("Everything we keep about you is ready");
  expect(ready?.text).toContain("/account/pss#data");

  const unknown = await world.privacy.verify(await story.token("nobody@example.com"));
  expect(unknown).toMatchObject({ page: { state: "open", due_on: DUE } });
  const [, received] = await story.letters("nobody@example.com");
  expect(received?.subject).toBe(`We have your privacy request ${unknown?.page.number}`);
  expect(received?.text).toContain("A person works on it");
  const { rows } = await world.base.handle.pool.query(
    "select distinct reply_to from notifications.mails where template like 'privacy_%'",
  );
  expect(rows, "an answer goes to who helps").toEqual([{ reply_to: tuppence.support_email }]);
});

it("a link works once, for what it is about, and not for ever", async () => {
  for (const wrong of ["", "short", "x".repeat(40), `${"0".repeat(39)}'`, "é".repeat(40)]) {
    expect(await world.privacy.readLink(wrong), wrong).toBeNull();
    expect(await world.privacy.verify(wrong), wrong).toBeNull();
  }
  await story.ask("delete", "bob@example.com");
  const first = await story.token("bob@example.com");
  await story.ask("delete", "bob@example.com");
  const second = await story.token("bob@example.com");
  expect(second).not.toBe(first);
  expect(await world.privacy.verify(first), "a newer mail replaced it").toBeNull();
  const asked = await world.privacy.verify(second);
  expect(asked?.page.state).toBe("open");
  // Pressed again, and reloaded: it tells how the request stands, and nothing more happens.
  const before = (await story.letters("bob@example.com")).length;
  expect(await world.privacy.verify(second)).toEqual(asked);
  expect(await world.privacy.readLink(second)).toMatchObject({ waits: false });
  expect(await story.letters("bob@example.com")).toHaveLength(before);
  const [row] = await story.rows<{ token_hash: Buffer }>("email = 'bob@example.com'");
  expect(row?.token_hash.toString("hex")).not.toContain(Buffer.from(second).toString("hex"));
  expect(JSON.stringify(row)).not.toContain(second);

  await story.ask("correct", "cid@example.com", { words: "My name is Cid." });
  const late = await story.token("cid@example.com");
  await world.advance({ days: 14 });
  expect(await world.privacy.readLink(late)).toBeNull();
  expect(await world.privacy.verify(late)).toBeNull();
  await world.privacy.endLinks();
  expect(await world.privacy.readLink(second)).toBeNull();
  expect(await story.rows("email = 'cid@example.com'")).toEqual([]);
  expect(await story.rows("state = 'expired'")).toMatchObject([{ right_asked: "correct", words: "", email: "" }]);
  await world.advance({ days: -14 });
});

it("a link confirms what it showed, though a newer mail replaces it during the press", async () => {
  await story.ask("correct", "uma@example.com", { words: "My name is Uma." });
  const token = await story.token("uma@example.com");
  const pressed = await whileHeld(
    world,
    (query) =>
      query("update privacy.requests set words = 'Pay mallory.', token_hash = $1 where email = 'uma@example.com'", [
        randomBytes(32),
      ]),
    async (waiting) => {
      const answer = world.privacy.verify(token);
      await waiting(1);
      return () => answer;
    },
  );
  expect(pressed).toBeNull();
  expect(await story.rows("email = 'uma@example.com'")).toMatchObject([{ state: "unverified" }]);
});

it("a link that is pressed twice at once has one effect", async () => {
  await story.ask("know", "vic@example.com");
  const token = await story.token("vic@example.com");
  const pressed = await whileHeld(
    world,
    (query) => query("select 1 from privacy.requests where email = 'vic@example.com' for update"),
    async (waiting) => {
      const answers = [world.privacy.verify(token), world.privacy.verify(token)];
      await waiting(2);
      return () => Promise.all(answers);
    },
  );
  expect(pressed).toMatchObject([{ page: { state: "open" } }, { page: { state: "open" } }]);
  expect(await story.rows("email = 'vic@example.com'")).toMatchObject([{ sequence: 2 }]);
  expect(await story.letters("vic@example.com")).toHaveLength(2);
});

it("is one request however often and however fast it is asked for", async () => {
  const dee = await story.confirmed("Dee");
  const asked = await Promise.all(
    [1, 2, 3, 4].map(() => story.asMember(dee, "correct", { words: "I moved to Maine." })),
  );
  expect(new Set(asked.map((one) => (one.ok ? one.value.number : one.code))).size).toBe(1);
  expect(await story.rows("user_id = $1", [dee.user_id])).toHaveLength(1);
  expect(await story.letters(dee.email)).toHaveLength(1);
  // What is added belongs to it, once.
  for (let n = 0; n < 2; n += 1) await story.asMember(dee, "correct", { words: "And my name has two e." });
  const rows = await story.rows("user_id = $1", [dee.user_id]);
  expect(rows).toMatchObject([{ words: "I moved to Maine.\n\nAnd my name has two e.", sequence: 2 }]);

  const strangers = await Promise.all([1, 2, 3].map(() => story.ask("know", "fast@example.com")));
  expect(strangers.every((one) => one.ok && one.value.step === "mail")).toBe(true);
  expect(await story.rows("email = 'fast@example.com'")).toHaveLength(1);
  // Of another kind it is another.
  await story.ask("delete", "fast@example.com");
  expect(await story.rows("email = 'fast@example.com'")).toHaveLength(2);
});

it("counts the law's days from the first asking, however late it is proven and however often it is asked for", async () => {
  const wes = await story.confirmed("Wes");
  for (const [right, more] of [
    ["know", {}],
    ["correct", { words: "My name is Wes." }],
  ] as const) {
    await story.ask(right, wes.email, more);
    await world.advance({ days: 10 });
    await story.ask(right, wes.email, more);
    await world.advance({ days: 10 });
    await world.privacy.endLinks();
    if (right === "know") await world.privacy.verify(await story.token(wes.email));
    else await story.asMember(wes, right, more);
    await world.advance({ days: -20 });
  }
  const first = { asked_at: world.clock.now(), due_on: DUE };
  expect(await story.rows("email = $1", [wes.email])).toMatchObject([first, first]);
});

it("what a stranger writes under an address is not what its owner asks for", async () => {
  const eve = await story.confirmed("Eve");
  await story.ask("correct", eve.email, { words: "My payout address is mallory@example.com." });
  // Who opens the mail reads what they would confirm.
  const stranger = await world.privacy.readLink(await story.token(eve.email));
  expect(stranger?.words).toContain("mallory");
  const asked = await story.asMember(eve, "correct", { words: "My name is Eva." });
  if (!asked.ok) throw new Error(asked.code);
  expect(await story.rows("user_id = $1", [eve.user_id])).toMatchObject([{ words: "My name is Eva.", state: "open" }]);
  // Asked by a stranger again, nothing of it changes; its owner is told once a day that it is with us.
  const before = (await story.letters(eve.email)).length;
  for (let n = 0; n < 3; n += 1)
    expect(await story.ask("correct", eve.email, { words: "mallory@example.com" })).toMatchObject({
      value: { step: "mail", number: null },
    });
  expect(await story.rows("user_id = $1", [eve.user_id])).toMatchObject([{ words: "My name is Eva.", sequence: 2 }]);
  expect(await story.letters(eve.email)).toHaveLength(before + 1);
});

it("says what is missing, in both languages, and loses nothing", async () => {
  expect(await story.ask("", "gus@example.com")).toMatchObject({ code: "right_missing" });
  expect(await story.ask("everything", "gus@example.com")).toMatchObject({ code: "right_missing" });
  expect(await story.ask("know", "gus")).toMatchObject({ code: "email_invalid" });
  expect(await story.ask("know", "")).toMatchObject({ code: "email_invalid" });
  expect(await story.ask("correct", "gus@example.com", { words: "  " })).toMatchObject({ code: "words_missing" });
  expect(await story.ask("correct", "gus@example.com", { words: "x".repeat(2_001) })).toMatchObject({
    code: "words_long",
  });
  expect(await story.rows("email like 'gus%'")).toEqual([]);
});

it("a no to sharing needs no proof, and holds at once in the browser and in the account", async () => {
  const hal = await story.confirmed("Hal");
  const said = async () => (await world.attribution.privacyHistory(hal.user_id)).map((one) => [one.purpose, one.given]);
  expect(await said()).toEqual([]);
  const asked = await story.ask("opt_out", hal.email, { language: "es" });
  expect(asked).toMatchObject({ ok: true, value: { step: "done", number: null } });
  if (!asked.ok) throw new Error(asked.code);
  const cookie = asked.value.cookies[0]?.split(";")[0] ?? "";
  const header = (name: string) => (name === "cookie" ? cookie : null);
  expect(world.attribution.privacyOf(header).permitted).toMatchObject({ marketing: false });
  expect(await said()).toEqual([["marketing", false]]);
  expect(await world.attribution.permittedFor(() => null, hal.user_id)).toMatchObject({ marketing: false });
  expect(await story.rows("email = $1", [hal.email])).toMatchObject([
    { state: "answered", right_asked: "opt_out", due_on: "2027-03-31", user_id: hal.user_id, language: "es" },
  ]);
  const letters = await story.letters(hal.email);
  expect(letters.map(({ subject }) => subject)).toEqual(["No vendemos ni compartimos tu información"]);
  // Again, with the choice taken back in between: it holds again, and is told once.
  const version = (await world.attribution.showPrivacy({ header, person: null, language: "en", time_zone: null })).shown
    .version;
  await world.attribution.choosePrivacy({
    ...{ header, person: { user_id: hal.user_id }, version, source: "settings", time_zone: null },
    choices: { attribution: true, statistics: true, marketing: true },
  });
  expect(await story.asMember(hal, "opt_out")).toMatchObject({ ok: true, value: { step: "done" } });
  expect(await world.attribution.permittedFor(() => null, hal.user_id)).toMatchObject({ marketing: false });
  expect(await story.rows("email = $1", [hal.email])).toHaveLength(1);
  expect(await story.letters(hal.email)).toHaveLength(1);

  // Whoever tells nothing of themselves refuses for their browser.
  const bare = await story.ask("opt_out", "");
  expect(bare).toMatchObject({ ok: true, value: { step: "done", number: null } });
  expect(bare.ok && bare.value.cookies).toHaveLength(1);
  expect(await story.ask("opt_out", "unheard@example.com")).toMatchObject({ value: { step: "done", number: null } });
  expect(await story.letters("unheard@example.com")).toHaveLength(1);
  expect(await story.ask("opt_out", "no address")).toMatchObject({ code: "email_invalid" });
});

it("a no of whoever is signed in holds in their account, though its address was never proven", async () => {
  const refuses = async ({ user_id }: { user_id: string }) =>
    (await world.attribution.privacyHistory(user_id)).map(({ purpose, given }) => [purpose, given]);
  const [pam, quin] = [await world.member("Pam"), await story.confirmed("Quin")];
  expect(await story.asMember(pam, "opt_out")).toMatchObject({ ok: true, value: { step: "done", number: null } });
  expect(await refuses(pam)).toEqual([["marketing", false]]);
  expect(await world.privacy.ofMember(pam.user_id)).toMatchObject([{ right: "opt_out", state: "answered" }]);
  // Asked again it is the same, and is not that of another browser that told nothing of itself.
  await story.ask("opt_out", "");
  await story.asMember(pam, "opt_out");
  expect(await world.privacy.ofMember(pam.user_id)).toHaveLength(1);

  // Under another's address it holds in both.
  const rose = await world.member("Rose");
  expect(await story.asMember(rose, "opt_out", { email: quin.email })).toMatchObject({ value: { number: null } });
  expect([await refuses(rose), await refuses(quin)]).toEqual([[["marketing", false]], [["marketing", false]]]);
  expect(await story.rows("email = $1", [quin.email])).toMatchObject([{ user_id: quin.user_id }]);
});

it("answers where its member is reached now, and whoever has their old address is somebody else", async () => {
  const sue = await story.confirmed("Sue");
  const asked = await story.asMember(sue, "correct", { words: "My name is Susan." });
  if (!asked.ok) throw new Error(asked.code);
  const number = asked.value.number ?? "";
  await story.moveTo(sue, "susan@example.com");
  const [row] = await story.rows<{ request_id: string }>("number = $1", [number]);
  const extended = await world.privacy.desk.extend({
    ...{ request_id: row?.request_id ?? "", by: "opr_ann", words: "We ask a bank.", at: world.clock.now() },
  });
  expect(extended.ok).toBe(true);
  expect([await story.letters(sue.email), await story.letters("susan@example.com")]).toMatchObject([
    [{ subject: `We have your privacy request ${number}` }],
    [{ subject: `Your privacy request ${number} takes longer` }],
  ]);
  expect(await world.privacy.status({ number, email: "susan@example.com", address: "" })).toMatchObject({ ok: true });

  // Another member has the old address now: what they ask is their own.
  const tim = await story.confirmed("Tim");
  await story.moveTo(tim, sue.email);
  const other = await story.asMember({ ...tim, email: sue.email }, "correct", { words: "My name is Timothy." });
  if (!other.ok) throw new Error(other.code);
  expect(other.value.number).not.toBe(number);
  expect(await story.rows("user_id = any($1)", [[sue.user_id, tim.user_id]])).toMatchObject([
    { user_id: sue.user_id, words: "My name is Susan.", state: "extended" },
    { user_id: tim.user_id, words: "My name is Timothy.", state: "open" },
  ]);
  await story.end({ ...sue, email: "susan@example.com" });
  expect((await story.letters("susan@example.com")).at(-1)?.subject).toBe(`Your privacy request ${number} is done`);
});

it("a member's copy is the one in Settings, answered at once, and holds what they asked", async () => {
  const ida = await story.confirmed("Ida", "es");
  const asked = await story.asMember(ida, "know", { language: "es" });
  if (!asked.ok) throw new Error(asked.code);
  expect(await world.privacy.ofMember(ida.user_id)).toMatchObject([
    { number: asked.value.number, right: "know", state: "answered" },
  ]);
  const [letter, ...others] = await story.letters(ida.email);
  expect([letter?.subject, others.length]).toEqual(["Todo lo que guardamos sobre ti está listo", 0]);
  expect(await story.asMember(ida, "know"), "the same day it is the same").toMatchObject({
    value: { number: asked.value.number },
  });
  const copy = await world.identity.exportData(ida, { password: ida.password, user_agent: "", address: "" });
  if (!copy.ok) throw new Error(copy.code);
  expect(copy.value.privacy).toMatchObject({
    requests: [{ number: asked.value.number, history: [{ state: "open" }, { state: "answered" }] }],
  });
  expect(JSON.stringify(copy.value.privacy)).not.toContain("token_hash");
  await world.advance({ hours: 25 });
  const later = await story.asMember(ida, "know");
  expect(later.ok && later.value.number).not.toBe(asked.value.number);

  // Whose account is shut out cannot take it: a person answers.
  const jan = await story.confirmed("Jan");
  await world.identity.desk.close({ user_id: jan.user_id, by: "opr_ann", reason: "because" });
  expect(await story.proven("know", jan.email)).toMatchObject({ state: "open" });
});

it("to delete asks for a fresh sign-in, is done by the end of the account, and forgets who it was", async () => {
  const kim = await story.confirmed("Kim");
  await world.advance({ minutes: 11 });
  expect(await story.asMember(kim, "delete")).toMatchObject({ code: "sign_in_again" });
  expect(await story.asMember(kim, "delete", { password: "wrong" })).toMatchObject({ code: "password_wrong" });
  const asked = await story.asMember(kim, "delete", { password: kim.password });
  if (!asked.ok) throw new Error(asked.code);
  await story.asMember(kim, "correct", { words: "My name is Kym." });
  await story.proven("know", kim.email);
  await world.advance({ seconds: 1 });
  expect((await story.letters(kim.email)).at(0)?.text).toContain("/account/pss#data");
  await world.identity.deleteAccount(kim, { password: kim.password, give_up: true, user_agent: "", address: "" });
  const { number } = asked.value;
  expect(await story.rows("number = $1", [number])).toMatchObject([
    { state: "answered", user_id: null, email: "", words: "" },
  ]);
  const subjects = (await story.letters(kim.email)).map(({ subject }) => subject);
  expect(subjects).toContain(`Your privacy request ${number} is done`);
  expect(await story.rows("words like '%Kym%' or email = $1", [kim.email])).toEqual([]);
  const { rows } = await world.base.handle.pool.query(
    "select distinct template from notifications.mails where recipient = $1 and template like 'privacy_%'",
    [kim.email],
  );
  expect(rows, "what tells of the end is sent, and kept as long as the record").toEqual([
    { template: "privacy_account_ended" },
  ]);
  expect(await world.privacy.status({ number: number ?? "", email: kim.email, address: "" })).toMatchObject({
    code: "not_found",
  });
});

it("tells how a request stands to who has its number and its address, and to nobody else", async () => {
  const page = await story.proven("delete", "lou@example.com");
  const status = (number: string, email: string) => world.privacy.status({ number, email, address: "203.0.113.9" });
  expect(await status(` ${page.number.toLowerCase().replace("-", " ")} `, " LOU@example.com ")).toEqual({
    ok: true,
    value: page,
  });
  for (const [number, email] of [
    [page.number, "eve@example.com"],
    [page.number, ""],
    ["AAAA-AAAA", "lou@example.com"],
    ["", "lou@example.com"],
    ["' or 1=1", "lou@example.com"],
  ] as const)
    expect(await status(number, email)).toMatchObject({ code: "not_found" });
});

it("goes with its member into the account that theirs becomes", async () => {
  const [mia, max] = [await story.confirmed("Mia"), await story.confirmed("Max")];
  for (const one of [mia, max]) await story.asMember(one, "correct", { words: "My name." });
  await world.identity.merge({ from: mia.user_id, to: max.user_id });
  expect(await world.privacy.ofMember(max.user_id)).toHaveLength(2);
  expect(await world.privacy.ofMember(mia.user_id)).toEqual([]);
});
