/** Gmail and Outlook, linked by their own sign-in: read only, back to ninety days, and ended at the provider when the member says so. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MailFact } from "#mailboxes";
import { newId } from "#platform/ids";
import { END_GRANT_TRIES } from "../../src/modules/mailboxes/job-kinds.ts";
import { eraseMemberData, readMemberData } from "../../src/modules/mailboxes/member-data-store.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ shops: "everything" });
});
afterAll(() => world.close());

type Provider = "gmail" | "microsoft";
type Next = { address?: string; deny?: boolean; short?: boolean };
const put = (mail: { seed: number; kind?: string; signed_by?: string; at?: string; raw?: string; bytes?: number }) =>
  world.control<{ truth: Record<string, unknown> }>("/imap/mail", { domain: "marlowfinch.example", ...mail });
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000).toISOString();

let begun = 0;
async function begin(user_id: string, provider: string, more: object = {}) {
  begun += 1;
  const { consent } = await world.mailboxes.links.page(user_id);
  return world.mailboxes.links.start({
    ...{ user_id, provider, agreed: true, consent_version: consent.version, language: "en", browser: null },
    ...{ ip: `203.0.113.${begun}`, ...more },
  });
}

/** As a browser goes: to the provider, which answers as it was told to, and back. */
async function walk(user_id: string, provider: Provider, next: Next) {
  const started = await begin(user_id, provider);
  if (!started.ok) throw new Error(started.code);
  await world.control(`/${provider}/next`, next);
  const answer = await fetch(started.value.url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return { user_id, provider, browser: started.value.browser, params: Object.fromEntries(back.searchParams) };
}
async function link(user_id: string, provider: Provider, next: Next = {}): Promise<string> {
  const outcome = await world.mailboxes.links.finish(await walk(user_id, provider, next));
  return outcome.ok ? outcome.value.link_id : outcome.code;
}

const shown = async (user_id: string) => (await world.mailboxes.links.page(user_id)).links;
const stateOf = async (user_id: string) => (await shown(user_id)).map(({ state }) => state);
const numbersOf = async (user_id: string) =>
  (await world.mailboxes.factsOfMember(user_id)).flatMap(({ content }: MailFact) =>
    "order_number" in content ? [content.order_number] : [],
  );
const rowsOf = async (table: string): Promise<string> => {
  const { rows } = await world.base.handle.pool.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t`,
  );
  return rows.map(({ row }) => row).join("\n");
};
const grantsAt = async (provider: Provider) =>
  (await world.control<{ grants: { address: string }[] }>(`/${provider}`)).grants;
async function later(minutes: number) {
  await world.advance({ minutes });
  await world.mailboxes.links.tend();
  await world.work();
}

describe.each([
  ["gmail", "rosa@gmail.example"],
  ["microsoft", "rosa@outlook.example"],
] as const)("%s", (provider, address) => {
  let ann: string;
  let seed = provider === "gmail" ? 1_000 : 2_000;
  const order = async (more: object = {}) => {
    seed += 1;
    return String((await put({ seed, kind: "order", ...more })).truth.order_number);
  };
  beforeAll(async () => {
    ann = (await world.member(provider === "gmail" ? "Ann" : "Cleo")).user_id;
  });
  beforeEach(() => world.control("/fail", { target: `${provider}.api`, mode: "off" }));

  it("is read back to ninety days over several pages: purchases are kept, all else nowhere", async () => {
    const wanted = [await order({ at: daysAgo(20) }), await order({ at: daysAgo(10), signed_by: "nobody" })];
    await order({ at: daysAgo(120) });
    const diary =
      "From: Nadia <nadia@gmail.com>\r\nSubject: Saturday\r\nMessage-ID: <a@gmail.com>\r\n\r\nMy secret diary";
    for (let n = 0; n < 60; n += 1)
      await put({ seed: 0, raw: Buffer.from(diary.replace("<a", `<a${n}`)).toString("base64") });
    wanted.push(await order());
    const link_id = await link(ann, provider, { address });
    expect(link_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await shown(ann)).toMatchObject([{ address, provider, state: "backfilling" }]);
    await world.work();
    expect(await stateOf(ann)).toEqual(["active"]);
    expect((await numbersOf(ann)).toSorted()).toEqual(expect.arrayContaining(wanted));
    const kept = (await Promise.all(["platform.inbox", "mailboxes.mails", "mailboxes.facts"].map(rowsOf))).join("\n");
    expect(kept).not.toMatch(/Saturday|diary|nadia/);
    expect(await world.mailboxes.linkResult(ann)).toMatchObject({ address, state: "active" });
  });

  it("keeps its key only sealed, and shows it to nobody", async () => {
    const everything = (await Promise.all(["mailboxes.links", "mailboxes.grant_starts"].map(rowsOf))).join("\n");
    expect(everything).not.toMatch(/1\/\/|M\.C5/);
    const copy = JSON.stringify(await readMemberData(world.base.handle.db, ann));
    expect(copy).toContain(address);
    expect(copy).not.toMatch(/secret_sealed|1\/\/|M\.C5|verifier/);
  });

  it("brings what comes later, once, and a doubled reading brings nothing twice", async () => {
    const before = await numbersOf(ann);
    const number = await order();
    await later(16);
    await later(16);
    expect(await numbersOf(ann)).toEqual([...before, number]);
  });

  it("begins anew when the provider has forgotten where reading was, and brings nothing twice", async () => {
    const before = await numbersOf(ann);
    const number = await order();
    await world.control(`/${provider}/forget`, {});
    await later(16);
    await later(16);
    expect((await numbersOf(ann)).toSorted()).toEqual([...before, number].toSorted());
  });

  it("a mail that is too large stops nothing, and is counted", async () => {
    await put({
      seed: 0,
      raw: Buffer.from("From: a@shop.example\r\n\r\n").toString("base64"),
      bytes: 7 * 1_024 * 1_024,
    });
    const number = await order();
    await later(16);
    expect(await numbersOf(ann)).toContain(number);
    expect(await stateOf(ann)).toEqual(["active"]);
  });

  it.each(["429", "500"])(
    "a provider that answers %s is asked less and less, and reading goes on by itself",
    async (mode) => {
      const number = await order();
      await world.control("/fail", { target: `${provider}.api`, mode });
      await later(16);
      expect(await stateOf(ann)).toEqual(["throttled"]);
      await world.control("/fail", { target: `${provider}.api`, mode: "off" });
      await later(61);
      expect(await stateOf(ann)).toEqual(["active"]);
      expect(await numbersOf(ann)).toContain(number);
    },
  );

  it("a key that its owner ended: it goes, its member is told, and linking again goes on where reading was", async () => {
    const before = await numbersOf(ann);
    const missed = await order();
    await world.control(`/${provider}/end`, {});
    await later(16);
    expect(await stateOf(ann)).toEqual(["reauth_needed"]);
    expect(await rowsOf("mailboxes.links")).toContain('"secret_sealed": null');
    const { mails } = await world.control<{ mails: { subject: string; text: string }[] }>(
      `/mails?to=${provider === "gmail" ? "ann" : "cleo"}%40example.com`,
    );
    const told = mails.filter(({ text }) => text.includes(address));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toContain("app password");
    expect(await link(ann, provider, { address })).toMatch(/^[0-9a-f-]{36}$/);
    await world.work();
    expect(await shown(ann)).toMatchObject([{ state: "active" }]);
    expect(await numbersOf(ann)).toEqual([...before, missed]);
  });

  it("paused it is not read, and unlinked its key is gone here and, where there is a call for it, there", async () => {
    const [row] = await shown(ann);
    if (!row) throw new Error("nothing is linked");
    const { rows } = await world.base.handle.pool.query<{ link_id: string }>(
      "select link_id from mailboxes.links where user_id = $1 and state <> 'revoked'",
      [ann],
    );
    const asked = { user_id: ann, link_id: rows[0]?.link_id ?? "" };
    expect(await world.mailboxes.links.pause(asked)).toMatchObject({ ok: true });
    const before = await numbersOf(ann);
    await order();
    await later(16);
    expect(await numbersOf(ann)).toEqual(before);
    expect((await grantsAt(provider)).some((one) => one.address === address)).toBe(true);
    expect(await world.mailboxes.links.revoke({ ...asked, forget: true })).toMatchObject({ ok: true });
    await world.work();
    expect(await shown(ann)).toEqual([]);
    expect(await numbersOf(ann)).toEqual([]);
    expect((await grantsAt(provider)).some((one) => one.address === address)).toBe(provider === "microsoft");
    expect(await rowsOf("mailboxes.links")).not.toContain('"secret_sealed": "');
  });
});

it("who leaves takes the key along: it is ended at Google", async () => {
  const { user_id } = await world.member("Leo");
  await link(user_id, "gmail", { address: "leo@gmail.example" });
  await world.base.handle.transaction((tx) => eraseMemberData(tx, user_id));
  await world.work();
  expect(await grantsAt("gmail")).not.toContainEqual(expect.objectContaining({ address: "leo@gmail.example" }));
  expect(await rowsOf("mailboxes.links")).not.toContain("leo@gmail.example");
});

describe("Google ends all keys of a mailbox with one", () => {
  const address = "shared@gmail.example";
  const unlink = async (user_id: string) => {
    const { rows } = await world.base.handle.pool.query<{ link_id: string }>(
      "select link_id from mailboxes.links where user_id = $1 and state <> 'revoked'",
      [user_id],
    );
    const outcome = await world.mailboxes.links.revoke({ user_id, link_id: rows[0]?.link_id ?? "", forget: false });
    expect(outcome).toMatchObject({ ok: true });
  };
  const isAtGoogle = async () => (await grantsAt("gmail")).some((one) => one.address === address);
  let ida: string;
  let jon: string;
  beforeAll(async () => {
    ida = (await world.member("Ida")).user_id;
    jon = (await world.member("Jon")).user_id;
  });

  it("a mailbox that two read stays open to one when the other unlinks it, and is ended with the last", async () => {
    for (const user_id of [ida, jon]) await link(user_id, "gmail", { address });
    await world.work();
    await unlink(ida);
    await world.work();
    await later(16);
    expect(await stateOf(jon)).toEqual(["active"]);
    await unlink(jon);
    await world.work();
    expect(await isAtGoogle()).toBe(false);
  });

  it("one that is linked anew before its end was told stays open", async () => {
    await link(ida, "gmail", { address });
    await world.work();
    await unlink(ida);
    await link(ida, "gmail", { address });
    await world.work();
    await later(16);
    expect(await stateOf(ida)).toEqual(["active"]);
  });

  it("a refused second link of a mailbox ends no first one", async () => {
    for (const n of [1, 2, 3, 4, 5]) await link(jon, "gmail", { address: `j${n}@gmail.example` });
    expect(await link(jon, "gmail", { address })).toBe("link_too_many");
    await world.work();
    await later(16);
    expect(await stateOf(ida)).toEqual(["active"]);
  });

  it("the key of one that is read with an app password from now on is ended", async () => {
    const both = "ida@mailbox.example";
    await link(ida, "gmail", { address: both });
    const { consent } = await world.mailboxes.links.page(ida);
    const outcome = await world.mailboxes.links.link({
      ...{ user_id: ida, address: both, password: "qwmz krtu vbxd npla", agreed: true, language: "en" },
      ...{ consent_version: consent.version, ip: "203.0.113.250" },
    });
    expect(outcome).toMatchObject({ ok: true });
    await world.work();
    expect((await grantsAt("gmail")).some((one) => one.address === both)).toBe(false);
  });

  it("a key that Google does not take back for days is not kept in a job that is dead", async () => {
    const { endGrant } = world.mailboxes.links;
    await link(ida, "gmail", { address: "ida@gmail.example" });
    const { rows } = await world.base.handle.pool.query<{ key: Buffer }>(
      "select secret_sealed as key from mailboxes.links where address = 'ida@gmail.example'",
    );
    const told = { provider: "gmail", key: rows[0]?.key.toString("base64") ?? "", mailbox: "" };
    await world.control("/fail", { target: "gmail.revoke", mode: "500" });
    await expect(endGrant(told, 1)).rejects.toThrow();
    await expect(endGrant(told, END_GRANT_TRIES)).resolves.toBeUndefined();
    await world.control("/fail", { target: "gmail.revoke", mode: "off" });
  });
});

describe("attacks", () => {
  let ben: string;
  let eve: string;
  beforeAll(async () => {
    ben = (await world.member("Ben")).user_id;
    eve = (await world.member("Eve")).user_id;
  });

  it.each([
    ["no consent", "gmail", { agreed: false }, "link_consent_missing"],
    ["words that are not today's", "gmail", { consent_version: "2020-01-01" }, "link_consent_changed"],
    ["a provider that there is none of", "imap", {}, "link_host_unknown"],
    ["a name that every object knows", "constructor", {}, "link_host_unknown"],
  ])("refuses %s before anybody is sent anywhere", async (_name, provider, more, code) => {
    expect(await begin(ben, provider, more)).toMatchObject({ ok: false, code });
  });

  it("keeps nothing when leave is refused, or given without what reading needs", async () => {
    expect(await link(ben, "gmail", { deny: true })).toBe("link_leave_missing");
    expect(await link(ben, "gmail", { short: true })).toBe("link_leave_missing");
    expect(await link(ben, "microsoft", { deny: true })).toBe("link_leave_missing");
    expect(await shown(ben)).toEqual([]);
  });

  it("an answer is good once, for who set out, in the browser that set out, and for ten minutes", async () => {
    const { links } = world.mailboxes;
    const good = await walk(ben, "gmail", { address: "ben@gmail.example" });
    const again = { ok: false, code: "link_begin_again" };
    // Eve's mailbox is linked to nobody else, and Ben's answer is of no use to her.
    expect(await links.finish({ ...good, user_id: eve })).toMatchObject(again);
    expect(await links.finish(good), "used up by the try").toMatchObject(again);
    const other = await walk(ben, "gmail", { address: "ben@gmail.example" });
    expect(await links.finish({ ...other, browser: null })).toMatchObject(again);
    const third = await walk(ben, "gmail", { address: "ben@gmail.example" });
    expect(await links.finish({ ...third, browser: "x".repeat(43) })).toMatchObject(again);
    const fourth = await walk(ben, "gmail", { address: "ben@gmail.example" });
    expect(await links.finish({ ...fourth, provider: "microsoft" })).toMatchObject(again);
    const late = await walk(ben, "gmail", { address: "ben@gmail.example" });
    await world.advance({ minutes: 11 });
    expect(await links.finish(late)).toMatchObject(again);
    const forged = await walk(ben, "gmail", { address: "ben@gmail.example" });
    expect(await links.finish({ ...forged, params: { ...forged.params, code: "4/guessed" } })).toMatchObject(again);
    for (const params of [{}, { state: "" }, { state: newId("nothing") }, { code: "4/x" }])
      expect(await links.finish({ ...forged, params })).toMatchObject(again);
    expect(await shown(ben)).toEqual([]);
    expect(await shown(eve)).toEqual([]);
    await world.advance({ minutes: 60 });
  });

  it("two answers at once link once, and a sixth mailbox is not linked and its key is ended", async () => {
    const [one, two] = [
      await walk(eve, "gmail", { address: "e0@gmail.example" }),
      await walk(eve, "gmail", { address: "e0@gmail.example" }),
    ];
    await Promise.all([world.mailboxes.links.finish(one), world.mailboxes.links.finish(two)]);
    expect(await shown(eve)).toHaveLength(1);
    for (const n of [1, 2, 3, 4]) await link(eve, "gmail", { address: `e${n}@gmail.example` });
    expect(await link(eve, "gmail", { address: "e5@gmail.example" })).toBe("link_too_many");
    await world.work();
    expect(await shown(eve)).toHaveLength(5);
    expect(await grantsAt("gmail")).not.toContainEqual(expect.objectContaining({ address: "e5@gmail.example" }));
  });

  it("journeys that were left are forgotten", async () => {
    await begin(ben, "gmail");
    await world.advance({ minutes: 11 });
    await world.mailboxes.links.tend();
    expect(await rowsOf("mailboxes.grant_starts")).toBe("");
  });
});
