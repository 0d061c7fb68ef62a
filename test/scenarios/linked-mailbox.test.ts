/** A member's mailbox, linked by IMAP: what speaks of purchases becomes facts, everything else is kept nowhere, and it ends when they say so. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { MailFact } from "#mailboxes";
import { likeAnotherProcess } from "#platform/database";
import { eraseMemberData, readMemberData } from "../../src/modules/mailboxes/member-data-store.ts";
import { createWorld, type World } from "../support/world.ts";

const PASSWORD = "qwmzkrtuvbxdnpla";
let world: World;
let ann: string;
let ben: string;
let cleo: string;
beforeAll(async () => {
  world = await createWorld({ shops: "everything" });
  ann = (await world.member("Ann")).user_id;
  ben = (await world.member("Ben")).user_id;
  cleo = (await world.member("Cleo")).user_id;
});
beforeEach(() => world.control("/imap/answer", { login: "take" }));
afterAll(() => world.close());

type Put = {
  seed: number;
  bytes?: number;
  kind?: string;
  domain?: string;
  signed_by?: string;
  at?: string;
  raw?: string;
};
const put = (mail: Put) =>
  world.control<{ truth: Record<string, unknown> }>("/imap/mail", { domain: "marlowfinch.example", ...mail });
const putRaw = (text: string | Buffer) => put({ seed: 0, raw: Buffer.from(text).toString("base64") });
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000).toISOString();

async function link(user_id: string, wish: Partial<Parameters<World["mailboxes"]["links"]["link"]>[0]> = {}) {
  const { consent } = await world.mailboxes.links.page(user_id);
  const outcome = await world.mailboxes.links.link({
    ...{ user_id, address: "ann@mailbox.example", password: PASSWORD, agreed: true, consent_version: consent.version },
    ...{ language: "en", ip: "203.0.113.7", ...wish },
  });
  return outcome.ok ? outcome.value.link_id : outcome.code;
}
const factsOf = (user_id: string): Promise<MailFact[]> => world.mailboxes.factsOfMember(user_id);
const numbersOf = async (user_id: string) =>
  (await factsOf(user_id)).flatMap(({ content }) => ("order_number" in content ? [content.order_number] : []));
const shown = async (user_id: string) => (await world.mailboxes.links.page(user_id)).links;
const stateOf = async (user_id: string) => (await shown(user_id)).map(({ state }) => state);
/** What the database holds of a table, as text. */
const rowsOf = async (table: string): Promise<string> => {
  const { rows } = await world.base.handle.pool.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t`,
  );
  return rows.map(({ row }) => row).join("\n");
};
async function later(minutes: number) {
  await world.advance({ minutes });
  await world.mailboxes.links.tend();
  await world.work();
}

let annsLink: string;
let bensLink: string;
it("is read at once, back to ninety days: purchases are kept with their proof, all else nowhere", async () => {
  const signed = await put({ seed: 11, kind: "order", at: daysAgo(20) });
  const unsigned = await put({ seed: 12, kind: "order", signed_by: "nobody", at: daysAgo(10) });
  await put({ seed: 13, kind: "order", at: daysAgo(120) });
  await putRaw(
    "From: nadia@gmail.com\r\nSubject: Saturday\r\nMessage-ID: <a@gmail.com>\r\n\r\nMy secret diary, order no. 5",
  );
  await putRaw(
    "From: clinic@health.example\r\nSubject: Your results\r\nMessage-ID: <b@health>\r\n\r\nA private finding",
  );
  annsLink = await link(ann);
  expect(await stateOf(ann)).toEqual(["backfilling"]);
  await world.work();
  expect(await stateOf(ann)).toEqual(["active"]);
  const facts = await factsOf(ann);
  expect(facts.map(({ proof, content }) => [proof, (content as { order_number: string }).order_number])).toEqual([
    ["signed", signed.truth.order_number],
    ["linked", unsigned.truth.order_number],
  ]);
  const kept = (await Promise.all(["platform.inbox", "mailboxes.mails", "mailboxes.facts"].map(rowsOf))).join("\n");
  expect(kept).not.toMatch(/Saturday|diary|results|private finding|nadia|clinic/);
  expect((await shown(ann))[0]).toMatchObject({ address: "ann@mailbox.example", mails: 2 });
});

it("changes nothing in the mailbox, and its password is in the database only sealed", async () => {
  const { mails } = await world.control<{ mails: { flags: string[] }[] }>("/imap");
  expect(mails.flatMap(({ flags }) => flags)).toEqual([]);
  const everything = await rowsOf("mailboxes.links");
  expect(everything).not.toContain(PASSWORD);
  expect(everything).not.toContain(Buffer.from(PASSWORD).toString("hex"));
});

it("brings later mails, to the parcel and the watched price as well", async () => {
  const before = (await factsOf(ann)).length;
  const { truth } = await put({ seed: 21, kind: "shipped" });
  await later(16);
  const [fact] = (await factsOf(ann)).slice(before);
  expect(fact?.content).toMatchObject({ kind: "shipment" });
  const { parcels, past } = await world.shipments.packages({ user_id: ann, name: "Ann", language: "en" });
  expect([...parcels, ...past].map(({ number }) => number)).toContain(truth.tracking_number);
  const watched = await world.protection.prices({ user_id: ann, country_code: "US", partner: null, name: "Ann" });
  expect(watched.watches.length).toBeGreaterThan(0);
});

it("brings nothing twice when the mailbox has other numbers", async () => {
  const before = await numbersOf(ann);
  await world.control("/imap/renumber", {});
  const { truth } = await put({ seed: 31, kind: "order" });
  await later(16);
  expect(await numbersOf(ann)).toEqual([...before, truth.order_number]);
});

it.each([
  ["a password that is wrong", { password: "not the one" }, "link_password_refused"],
  ["no consent", { agreed: false }, "link_consent_missing"],
  ["words that are not today's", { consent_version: "2020-01-01" }, "link_consent_changed"],
  ["a server of one's own choice", { address: "ann@127.0.0.1.example" }, "link_host_unknown"],
  ["Microsoft", { address: "ann@outlook.com" }, "link_by_sign_in"],
  ["an address that is none", { address: "ann" }, "link_address_invalid"],
  [
    "an address with a command in it",
    { address: 'ann" "x"\r\nA2 DELETE INBOX@mailbox.example' },
    "link_address_invalid",
  ],
  ["a password with a command in it", { password: `${PASSWORD}\r\nA2 DELETE INBOX` }, "link_password_refused"],
])("refuses %s, and keeps no password", async (_name, wish, code) => {
  expect(await link(ben, { address: "ben@mailbox.example", ...wish })).toBe(code);
  expect(await shown(ben)).toEqual([]);
  expect(await rowsOf("mailboxes.links")).not.toMatch(/"state": "checking"/);
});

it("says that a server does not answer or lets nobody in, and what is typed again works", async () => {
  await world.control("/imap/answer", { login: "unavailable" });
  expect(await link(ben, { address: "ben@mailbox.example" })).toBe("link_busy");
  expect(await world.mailboxes.linkResult(ben)).toMatchObject({ state: "revoked", why: "busy" });
  await world.control("/imap/answer", { login: "take" });
  expect(await link(ben, { address: " Ben@Mailbox.example ", password: "qwmz krtu vbxd npla" })).toMatch(
    /^[0-9a-f-]{36}$/,
  );
  expect(await world.mailboxes.linkResult(ben)).toMatchObject({ address: "ben@mailbox.example", state: "backfilling" });
});

it("a doubled press links once, and of another member's mails nobody vouches", async () => {
  const both = await Promise.all([
    link(ben, { address: "ben@mailbox.example" }),
    link(ben, { address: "ben@mailbox.example" }),
  ]);
  expect(new Set(both).size).toBe(1);
  expect(await shown(ben)).toHaveLength(1);
  await world.work();
  const told = new Set(await numbersOf(ann));
  const copies = (await factsOf(ben)).filter(
    ({ content }) => "order_number" in content && told.has(content.order_number),
  );
  expect(copies.length).toBeGreaterThan(2);
  expect(new Set(copies.map(({ proof }) => proof))).toEqual(new Set(["none"]));
});

it("two presses at once on a new mailbox make one link; one of them may be told that it is being checked", async () => {
  const both = await Promise.all([
    link(cleo, { address: "cleo@mailbox.example" }),
    link(cleo, { address: "cleo@mailbox.example" }),
  ]);
  const [made] = await shown(cleo);
  expect(await shown(cleo)).toHaveLength(1);
  expect(both.filter((one) => one !== "link_checking")).not.toEqual([]);
  expect(made?.state).toBe("backfilling");
  await world.mailboxes.links.forgetAll(cleo);
  await world.work();
  expect(await shown(cleo)).toEqual([]);
  expect(await factsOf(cleo)).toEqual([]);
});

it("two workers at once read a mailbox once", async () => {
  const before = await numbersOf(ann);
  const { truth } = await put({ seed: 41, kind: "order" });
  const { logins } = await world.control<{ logins: number }>("/imap");
  await world.advance({ minutes: 16 });
  await Promise.all([
    likeAnotherProcess(() => world.mailboxes.links.sync(annsLink)),
    likeAnotherProcess(() => world.mailboxes.links.sync(annsLink)),
  ]);
  await world.work();
  expect(await numbersOf(ann)).toEqual([...before, truth.order_number]);
  const after = await world.control<{ logins: number }>("/imap");
  expect(after.logins - logins).toBeLessThanOrEqual(2);
});

it("a server that lets nobody in is asked less and less, and the mailbox goes on by itself", async () => {
  await world.control("/imap/answer", { login: "unavailable" });
  await later(16);
  expect(await stateOf(ann)).toEqual(["throttled"]);
  const { logins } = await world.control<{ logins: number }>("/imap");
  await later(16);
  expect((await world.control<{ logins: number }>("/imap")).logins, "it waits twice as long").toBe(logins);
  await world.control("/imap/answer", { login: "take" });
  await later(60);
  expect(await stateOf(ann)).toEqual(["active"]);
});

it("who runs the service is told of a server that fails again and again, until it answers", async () => {
  const check = world.operators.checks.find(({ name }) => name === "linked mailboxes");
  const figure = async (name: string) =>
    world.operators.figures
      .find((one) => one.name === name)
      ?.read({ from: world.clock.now(), to: new Date(world.clock.now().getTime() + 1) });
  expect(await check?.look(world.clock.now())).toMatchObject({ state: "fine" });
  await world.control("/imap/answer", { login: "unavailable" });
  for (let day = 0; day < 4; day += 1) await later(60 * 24);
  expect(await check?.look(world.clock.now())).toMatchObject({ state: "warn", line: "127.0.0.1: 2" });
  expect(await figure("mailboxes throttled")).toBe(2n);
  await world.control("/imap/answer", { login: "take" });
  await later(60 * 24);
  expect(await check?.look(world.clock.now())).toMatchObject({ state: "fine" });
  expect([await figure("mailboxes linked"), await figure("mailboxes locked out")]).toEqual([2n, 0n]);
});

it("a no without a reason is asked again before it is believed", async () => {
  await world.control("/imap/answer", { login: "no" });
  await later(61);
  expect(await stateOf(ann)).toEqual(["throttled"]);
  await world.control("/imap/answer", { login: "take" });
  await later(61);
  expect(await stateOf(ann)).toEqual(["active"]);
});

const letters = async (email: string) => (await world.mails(email)).filter((subject) => /read/.test(subject));
it("a password that was taken back: it goes, its member is told at once and after seven days, and never again", async () => {
  await world.control("/imap/answer", { login: "refuse" });
  await later(16);
  expect(await stateOf(ann)).toEqual(["reauth_needed"]);
  const { rows } = await world.base.handle.pool.query("select secret_sealed from mailboxes.links where link_id = $1", [
    annsLink,
  ]);
  expect(rows).toEqual([{ secret_sealed: null }]);
  expect(await letters("ann@example.com")).toEqual(["We can't read ann@mailbox.example any more"]);
  await later(60 * 24 * 6);
  expect(await letters("ann@example.com")).toHaveLength(1);
  await later(60 * 25);
  await later(60 * 24 * 30);
  expect(await letters("ann@example.com")).toEqual([
    "We can't read ann@mailbox.example any more",
    "Still not reading ann@mailbox.example",
  ]);
});

it("a new password goes on where reading ended, with a new receipt of the consent", async () => {
  await world.control("/imap/answer", { login: "take" });
  const before = await numbersOf(ann);
  const { truth } = await put({ seed: 51, kind: "order" });
  expect(await link(ann)).toBe(annsLink);
  bensLink = await link(ben, { address: "ben@mailbox.example" });
  await world.work();
  expect(await stateOf(ann)).toEqual(["active"]);
  expect(await numbersOf(ann)).toEqual([...before, truth.order_number]);
});

it("paused it is not read, resumed it catches up", async () => {
  const before = await numbersOf(ann);
  const own = { user_id: ann, link_id: annsLink };
  expect(await world.mailboxes.links.pause({ ...own, user_id: ben })).toEqual({ ok: false, code: "link_unknown" });
  expect((await world.mailboxes.links.pause(own)).ok).toBe(true);
  const { truth } = await put({ seed: 61, kind: "order" });
  await later(60 * 24);
  expect(await numbersOf(ann)).toEqual(before);
  expect((await world.mailboxes.links.resume(own)).ok).toBe(true);
  await world.work();
  expect(await numbersOf(ann)).toEqual([...before, truth.order_number]);
});

it("what is read while it is paused or unlinked is dropped", async () => {
  const before = await numbersOf(ann);
  await put({ seed: 62, kind: "order" });
  const own = { user_id: ann, link_id: annsLink };
  await Promise.all([
    likeAnotherProcess(() => world.mailboxes.links.sync(annsLink)),
    likeAnotherProcess(() => world.mailboxes.links.pause(own)),
  ]);
  await world.work();
  const first = await numbersOf(ann);
  expect([before.length, before.length + 1]).toContain(first.length);
  await world.mailboxes.links.resume(own);
  await world.work();
  expect(await numbersOf(ann), "once, whoever was first").toHaveLength(before.length + 1);
});

it("hostile mails stop nothing: too large, nested without end, no mail at all, forged", async () => {
  // Who brings a mail first has it signed: the other member's link of this mailbox waits.
  const bens = { user_id: ben, link_id: bensLink };
  await world.mailboxes.links.pause(bens);
  const before = await numbersOf(ann);
  const large = Buffer.from("From: a@shop.example\r\nSubject: Order no. 1\r\n\r\n").toString("base64");
  await put({ seed: 0, raw: large, bytes: 6 * 1_024 * 1_024 + 1 });
  let nested = "From: a@shop.example\r\nSubject: Order\r\n";
  for (let depth = 0; depth < 200; depth += 1)
    nested += `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
  await putRaw(nested);
  await putRaw(Buffer.from([0, 255, 254, 13, 10, 0, 1, 2, 3]));
  await putRaw("");
  await put({ seed: 71, kind: "order", signed_by: "forger.example" });
  const { truth } = await put({ seed: 72, kind: "order" });
  await later(16);
  expect(await stateOf(ann)).toEqual(["active"]);
  expect((await numbersOf(ann)).slice(before.length)).toHaveLength(2);
  expect(await numbersOf(ann)).toContain(truth.order_number);
  const forged = (await factsOf(ann)).slice(-2).map(({ proof }) => proof);
  expect(forged.toSorted()).toEqual(["linked", "signed"]);
  expect((await shown(ann))[0]?.too_large).toBe(1);
  await world.mailboxes.links.resume(bens);
});

it("operators see how it stands without what is in it, let it be read, and unlink it", async () => {
  const object = world.operators.objects.find(({ kind }) => kind === "mailbox link");
  const [found] = (await object?.search?.("ann@mailbox.example", 5)) ?? [];
  const page = await object?.show(found?.id ?? "");
  expect(page?.facts).toMatchObject({ state: "active", server: "127.0.0.1" });
  expect(JSON.stringify(page?.facts)).not.toMatch(/ann@|Marlow/);
  expect(page?.personal).toEqual({ address: "ann@mailbox.example" });
  const sync = object?.acts?.find(({ name }) => name === "sync now");
  expect(await sync?.run(found?.id ?? "", { by: "test", reason: "", values: {} })).toMatchObject({ ok: true });
});

it("the answers of calls hold no password, and a member's copy holds the receipt and no password", async () => {
  const copy = JSON.stringify(await readMemberData(world.database.db, ann));
  expect(copy).toContain("ann@mailbox.example");
  expect(copy).toContain("consent_hash");
  expect(copy).not.toMatch(/secret|\\\\x[0-9a-f]{80}/);
  expect(copy).not.toContain(ann);
});

it("unlinked, the password is gone at once and nothing is read; what was found goes when it is asked", async () => {
  const made = await link(cleo, { address: "cleo@mailbox.example" });
  await world.work();
  expect((await factsOf(cleo)).length).toBeGreaterThan(0);
  const own = { user_id: cleo, link_id: made };
  await world.mailboxes.links.revoke({ ...own, forget: false });
  const sealed = "select count(*)::int as n from mailboxes.links where link_id = $1 and secret_sealed is not null";
  expect((await world.base.handle.pool.query(sealed, [made])).rows).toEqual([{ n: 0 }]);
  await put({ seed: 81, kind: "order" });
  const kept = (await factsOf(cleo)).length;
  await world.mailboxes.links.sync(made);
  await later(16);
  expect(await factsOf(cleo)).toHaveLength(kept);
  await world.mailboxes.links.revoke({ ...own, forget: true });
  expect(await factsOf(cleo)).toEqual([]);
});

it("two accounts become one with their mailboxes, each once; who leaves leaves no link and no password", async () => {
  expect(await link(ben, { address: "ann@mailbox.example" })).toMatch(/^[0-9a-f-]{36}$/);
  await world.work();
  await world.database.transaction((tx) => world.mailboxes.moveMember(tx, { from: ann, to: ben }));
  expect(await shown(ann)).toEqual([]);
  expect((await shown(ben)).map(({ address }) => address).toSorted()).toEqual([
    "ann@mailbox.example",
    "ben@mailbox.example",
  ]);
  await later(16);
  expect(await stateOf(ben)).toEqual(["active", "active"]);
  await world.database.transaction((tx) => eraseMemberData(tx, ben));
  expect(await rowsOf("mailboxes.links")).not.toMatch(/(ann|ben)@mailbox/);
  expect(await rowsOf("mailboxes.link_events")).not.toContain(annsLink);
});
