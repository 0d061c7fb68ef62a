/** A store's mail from a member's forwarding address to its facts, once, signed or not, and never its text. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FACTS_READ } from "#mailboxes";
import { onEvent } from "#platform/job";
import { registerJobs } from "#platform/jobs";
import { composeMail, forwardAttached } from "../../sandbox/mailboxes/compose.ts";
import { createIdentity } from "../../sandbox/payouts/paypal/certificate.ts";
import { eraseMemberData, readMemberData } from "../../src/modules/mailboxes/member-data-store.ts";
import { handInMail } from "../support/order-mail.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let ann: string;
let ben: string;
let sentAt: string;
let folder: string;
/** Key and certificate of our own mail server, for whichever name it is made. */
let pem: string;
let first: Awaited<ReturnType<typeof writeIdentity>>;
async function writeIdentity(name: string) {
  const { privatePem, certificatePem } = createIdentity(name);
  await writeFile(pem, `${privatePem}${certificatePem}`);
  return { name, certificate: certificatePem };
}
const heard: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tuppence-mail-"));
  pem = join(folder, "mail.pem");
  first = await writeIdentity("first.example");
  world = await createWorld({ environment: { FORWARD_SMTP_PEM: pem }, expectedErrors: /PEM/i, shops: "everything" });
  registerJobs(world.registry, [
    onEvent(FACTS_READ, "story.hear_mail", async ({ mail_id }) => {
      heard.push(mail_id);
    }),
  ]);
  ann = (await world.member("Ann")).user_id;
  ben = (await world.member("Ben")).user_id;
  sentAt = world.clock.now().toISOString();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const textsKept = async (): Promise<string> => {
  const { rows } = await world.base.handle.pool.query<{ row: string }>(
    "select to_jsonb(i)::text as row from platform.inbox i where provider = 'mailbox'",
  );
  return rows.map(({ row }) => row).join("\n");
};

/** One mail of a store, whoever brings it: it was sent once. */
const firstMail = () => ({ seed: 11, kind: "order", domain: "marlowfinch.example", at: sentAt }) as const;

it("a mail that the store signed becomes signed facts with one event, and its text is gone", async () => {
  const { truth, facts } = await handInMail(world, ann, firstMail());
  expect(facts).toHaveLength(1);
  const [fact] = facts;
  expect(fact).toMatchObject({
    proof: "signed",
    user_id: ann,
    store: { name: "Marlow Finch", domain: "marlowfinch.example" },
  });
  expect(fact?.store.merchant_id).not.toBeNull();
  expect(fact?.content).toMatchObject({
    kind: "order",
    order_number: truth.order_number,
    total_minor: BigInt(String(truth.total_minor)),
  });
  expect(heard).toEqual([fact?.mail_id]);
  expect(await world.mailboxes.factsOf(fact?.mail_id ?? "")).toEqual(facts);
  expect(await textsKept()).not.toContain('"raw"');
});

it("the same mail twice says it once, and of another member's copy nobody vouches", async () => {
  const again = await handInMail(world, ann, firstMail());
  expect(again.facts).toEqual([]);
  const copied = await handInMail(world, ben, firstMail());
  expect(copied.facts.map(({ proof }) => proof)).toEqual(["none"]);
});

it.each([
  ["nobody signed it", { signed_by: "nobody" }],
  ["another host signed it", { signed_by: "forger.example" }],
  ["a person forwarded it", { by_hand: "ann@gmail.com" }],
])("of a mail that %s the facts are kept without proof", async (_name, how) => {
  const { facts, truth } = await handInMail(world, ann, {
    seed: 31 + heard.length,
    domain: "marlowfinch.example",
    ...how,
  });
  expect(facts.map(({ proof, store }) => [proof, store.domain])).toEqual([["none", "marlowfinch.example"]]);
  expect(facts[0]?.content).toMatchObject({ order_number: truth.order_number });
});

it("mails that a person forwards as attachments are as good as the stores' own, each by itself and once", async () => {
  const to = await world.mailboxes.address(ann);
  const store = { name: "Marlow Finch", domain: "marlowfinch.example" };
  const compose = (seed: number, more: { signed_by?: string | null } = {}) =>
    composeMail({ seed, kind: "order", language: "en", to: "ann@gmail.com", at: world.clock.now(), store, ...more });
  const [first, second, changed] = await Promise.all([compose(501), compose(502), compose(504)]);
  const unsigned = await compose(503, { signed_by: null });
  const forged = Buffer.from(changed.raw.toString("latin1").replace(/Marlow Finch/g, "Marlow Fynch"), "latin1");
  const proofs = async () => {
    const facts = await world.mailboxes.factsOfMember(ann);
    return [first, second, unsigned, changed].map(({ truth }) =>
      facts.flatMap(({ content, proof }) =>
        content.kind === "order" && content.order_number === truth.order_number ? [proof] : [],
      ),
    );
  };
  const bring = async (raws: readonly Buffer[]) => {
    const raw = await forwardAttached(raws, { person: "ann@gmail.com", to, at: world.clock.now() });
    await world.control("/mailboxes/raw", { to, raw: raw.toString("base64") });
    await world.control("/postbacks/idle", {});
    await world.work();
  };
  await bring([first.raw, second.raw, unsigned.raw, forged]);
  expect(await proofs()).toEqual([["signed"], ["signed"], ["none"], ["none"]]);
  await bring([second.raw]);
  expect(await proofs(), "the same mail again says it once").toEqual([["signed"], ["signed"], ["none"], ["none"]]);
  expect(await textsKept()).not.toContain('"raw"');
});

it("Google's question whether it may forward is shown, and no other mail can show a code", async () => {
  const to = await world.mailboxes.address(ann);
  const { code, href } = await world.control<{ code: string; href: string }>("/mailboxes/confirm-forwarding", { to });
  await world.control("/postbacks/idle", {});
  await world.work();
  const page = await world.mailboxes.accountsPage(ann);
  expect(page.codes.map((one) => [one.code, one.href])).toEqual([[code, href]]);
  const forged = `From: forwarding-noreply@google.com\r\nSubject: (#123456789) Gmail Forwarding Confirmation\r\nMessage-ID: <f@x>\r\n\r\nhttps://mail-settings.google.com/mail/vf-forged`;
  await world.control("/mailboxes/raw", { to, raw: Buffer.from(forged).toString("base64") });
  await world.control("/postbacks/idle", {});
  await world.work();
  expect((await world.mailboxes.accountsPage(ann)).codes).toHaveLength(1);
});

it("our own mail server takes mail for members alone, and none that is too large", async () => {
  const server = await world.mailboxes.listen(0);
  if (!server) throw new Error("it listens");
  const transport = createTransport({ host: "127.0.0.1", port: server.port, ignoreTLS: true });
  const send = (to: string, raw: Buffer | string) =>
    transport.sendMail({ envelope: { from: "f@example.com", to }, raw });
  const to = await world.mailboxes.address(ben);
  const wish = { seed: 77, kind: "order", language: "es", to, at: world.clock.now() } as const;
  const { raw, truth } = await composeMail({ ...wish, store: { name: "Otter Lane", domain: "otterlane.example" } });
  // Signed with the key of the world, which runs in this process.
  await send(to, raw);
  await world.work();
  const found = (await world.mailboxes.factsOfMember(ben)).find(({ store }) => store.domain === "otterlane.example");
  expect(found).toMatchObject({ proof: "signed", content: { order_number: truth.order_number } });
  await expect(send("nobodyhasthisaddress00000@orders.localhost", raw)).rejects.toMatchObject({ responseCode: 550 });
  await expect(send("someone@example.com", raw)).rejects.toMatchObject({ responseCode: 550 });
  await expect(send(to, Buffer.alloc(7 * 1_024 * 1_024, "a line\r\n"))).rejects.toMatchObject({ responseCode: 552 });
  await server.close();
});

it("who sends may encrypt, with the certificate that its file has by now, and one that cannot be read leaves the one before", async () => {
  const server = await world.mailboxes.listen(0);
  if (!server) throw new Error("it listens");
  /** Whether a sender who insists on encryption and asks who is there is content. */
  const trusts = ({ name, certificate }: Awaited<ReturnType<typeof writeIdentity>>) =>
    createTransport({
      ...{ host: "127.0.0.1", port: server.port, requireTLS: true },
      tls: { ca: certificate, servername: name },
    })
      .verify()
      .catch(() => false);
  expect(await trusts(first)).toBe(true);
  const second = await writeIdentity("second.example");
  expect(await trusts(second)).toBe(false);
  await server.renew();
  expect([await trusts(first), await trusts(second)]).toEqual([false, true]);
  await writeFile(pem, "nothing");
  await server.renew();
  expect(await trusts(second)).toBe(true);
  await expect(world.mailboxes.listen(0)).rejects.toThrow();
  await server.close();
});

it("an address that was replaced takes nothing, and forged calls of Mailgun are refused", async () => {
  const before = await world.mailboxes.address(ann);
  const renewed = await world.mailboxes.renewAddress(ann);
  expect(renewed).toMatchObject({ ok: true });
  expect(await world.mailboxes.address(ann)).not.toBe(before);
  const raw = Buffer.from("From: a@b.example\r\n\r\nhi");
  expect(await world.mailboxes.incoming.take({ recipient: before, raw, address: "203.0.113.9" })).toEqual({
    ok: false,
    code: "unknown_address",
  });
  const body = new URLSearchParams({
    recipient: before,
    timestamp: "1800000000",
    token: "t",
    signature: "0".repeat(64),
  });
  const answer = await world.app.inject({
    method: "POST",
    url: "/hooks/mailgun/mime",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: body.toString(),
  });
  expect(answer.statusCode).toBe(401);
});

it("a member takes their mails along, two accounts have them together, and who leaves leaves none", async () => {
  const { db } = world.database;
  const told = await readMemberData(db, ann);
  expect(told.order_mails.length).toBeGreaterThan(3);
  expect(JSON.stringify(told)).not.toContain(ann);
  const both = (await world.mailboxes.factsOfMember(ann)).length + (await world.mailboxes.factsOfMember(ben)).length;
  const addresses = [await world.mailboxes.address(ann), await world.mailboxes.address(ben)];
  await world.database.transaction((tx) => world.mailboxes.moveMember(tx, { from: ann, to: ben }));
  // One mail was both's: it is kept once.
  expect(await world.mailboxes.factsOfMember(ben)).toHaveLength(both - 1);
  expect(await world.mailboxes.factsOfMember(ann)).toEqual([]);
  for (const address of addresses) expect(await world.mailboxes.incoming.knows(address)).toBe(true);
  await world.database.transaction((tx) => eraseMemberData(tx, ben));
  expect(await world.mailboxes.factsOfMember(ben)).toEqual([]);
  for (const address of addresses) expect(await world.mailboxes.incoming.knows(address)).toBe(false);
});
