/** Who comes in, for how long, and what is kept of it. */

import { Secret, TOTP } from "otpauth";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FROM, type Hired, hireOperator } from "../../../../test/support/operators.ts";
import { createSoftPasskey } from "../../../../test/support/soft-passkey.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { csvLine } from "../../../platform/write-csv.ts";
import { createDoorKeeper } from "../door-keeper.ts";
import { ROLE_NAMES } from "../rules.ts";
import { staffSettings } from "../settings.ts";

let world: World;
let olga: Hired;
beforeAll(async () => {
  world = await createWorld({
    environment: { CONSOLE_PASSWORDS: "on", RATE_LIMIT_FACTOR: "1" },
    expectedErrors: /^the chain breaks at row \d+$/,
  });
  olga = await hireOperator(world, "Olga", ["owner"]);
});
afterAll(() => world.close());

const sql = async (text: string, values: unknown[] = []) => (await world.base.handle.pool.query(text, values)).rows;

describe("coming in", () => {
  it("a link works once, for its time, and for whom it is", async () => {
    const again = await world.staff.startEnrolment(olga.link, FROM);
    expect(again).toEqual({ ok: false, code: "link_wrong" });
    const invited = await world.staff.inviteByCommand("test", {
      email: "Ina@Staff.example ",
      name: "Ina",
      roles: ["analyst"],
    });
    if (!invited.ok) throw new Error(invited.code);
    expect(
      await world.staff.inviteByCommand("test", { email: "ina@staff.example", name: "Ina", roles: ["owner"] }),
    ).toMatchObject({ code: "email_taken" });
    expect(
      await world.staff.inviteByCommand("test", { email: "x@staff.example", name: "X", roles: ["boss"] }),
    ).toMatchObject({ code: "roles_wrong" });
    const link = new URL(invited.value.link).searchParams.get("link") ?? "";
    expect(await world.staff.readLink(link)).toEqual({ name: "Ina", email: "ina@staff.example" });
    await world.advance({ hours: 73 });
    expect(await world.staff.readLink(link)).toBeNull();
    const renewed = await world.staff.linkByCommand("test", "ina@staff.example");
    if (!renewed.ok) throw new Error(renewed.code);
    const fresh = new URL(renewed.value.link).searchParams.get("link") ?? "";
    const passkey = createSoftPasskey(world.productUrl);
    const started = await world.staff.startEnrolment(fresh, FROM);
    if (!started.ok) throw new Error(started.code);
    const foreign = createSoftPasskey("https://evil.example").register(started.value.challenge);
    expect(await world.staff.enrol({ link: fresh, response: foreign, name: "" }, FROM)).toEqual({
      ok: false,
      code: "passkey_wrong",
    });
    const once = await world.staff.startEnrolment(fresh, FROM);
    if (!once.ok) throw new Error(once.code);
    const response = passkey.register(once.value.challenge);
    const both = await Promise.all([1, 2].map(() => world.staff.enrol({ link: fresh, response, name: "" }, FROM)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("a session ends after twelve hours, or half an hour without a look, and is kept as a hash", async () => {
    await olga.signIn();
    const [row] = await sql(
      "select encode(token_hash, 'hex') as hash from staff.sessions order by created_at desc limit 1",
    );
    expect(row.hash).not.toContain(Buffer.from(olga.token).toString("hex"));
    await world.advance({ minutes: 29 });
    await olga.me();
    await world.advance({ minutes: 31 });
    expect(await world.staff.operatorOf(olga.token)).toBeNull();
    await olga.signIn();
    for (let looks = 0; looks < 24; looks += 1) {
      await world.advance({ minutes: 29 });
      await olga.me();
    }
    await world.advance({ minutes: 25 });
    expect(await world.staff.operatorOf(olga.token), "twelve hours and one minute").toBeNull();
    await olga.signIn();
  });

  it("a challenge is answered once, and a member's passkey opens nothing", async () => {
    const answer = olga.passkey.assert((await world.staff.askToSignIn()).challenge);
    expect((await world.staff.signInWithKey(answer, FROM)).ok).toBe(true);
    expect(await world.staff.signInWithKey(answer, FROM)).toEqual({ ok: false, code: "passkey_wrong" });
    const stranger = createSoftPasskey(world.productUrl).assert((await world.staff.askToSignIn()).challenge);
    expect(await world.staff.signInWithKey(stranger, FROM)).toEqual({ ok: false, code: "passkey_wrong" });
  });

  it("a password opens only with a code that was not used, and guessing ends", async () => {
    const me = await olga.me();
    expect(await world.staff.startPassword(me, "short")).toEqual({ ok: false, code: "password_weak" });
    const password = "copper penny operators";
    const started = await world.staff.startPassword(me, password);
    if (!started.ok) throw new Error(started.code);
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(started.value.secret) }).generate({
        timestamp: world.clock.now().getTime(),
      });
    const typed = { email: olga.email, password, code: code() };
    expect(await world.staff.signInWithPassword(typed, FROM), "not before it was confirmed").toMatchObject({
      code: "sign_in_wrong",
    });
    expect(await world.staff.confirmPassword(me, code(), FROM)).toEqual({ ok: true, value: null });
    expect(await world.staff.signInWithPassword(typed, FROM), "the code was used").toMatchObject({
      code: "sign_in_wrong",
    });
    await world.advance({ minutes: 1 });
    expect(await world.staff.signInWithPassword({ ...typed, code: code() }, FROM)).toMatchObject({ ok: true });
    await world.advance({ minutes: 1 });
    expect(await world.staff.signInWithPassword({ ...typed, password: "x", code: code() }, FROM)).toMatchObject({
      code: "sign_in_wrong",
    });
    let last = "";
    for (let tries = 0; tries < 8; tries += 1) {
      const outcome = await world.staff.signInWithPassword({ ...typed, code: "000000" }, FROM);
      last = outcome.ok ? "in" : outcome.code;
    }
    expect(last).toBe("too_many");
    await world.staff.removePassword(me, FROM);
  });

  it("somebody stays an owner, also when two take it from each other at once", async () => {
    const pat = await hireOperator(world, "Pat", ["owner"]);
    const [me, other] = [await olga.me(), await pat.me()];
    const both = await Promise.all([
      world.staff.setRoles(me, { id: pat.id, roles: ["analyst"] }, FROM),
      world.staff.setRoles(other, { id: olga.id, roles: ["analyst"] }, FROM),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.staff.hasOwner()).toBe(true);
    await world.staff.setRoles(other, { id: olga.id, roles: ["owner"] }, FROM);
    await olga.signIn();
    await world.staff.switchOff(await olga.me(), pat.id, FROM);
    expect(await world.staff.operatorOf(pat.token), "sessions end with it").toBeNull();
    expect(await pat.signIn()).toMatchObject({ ok: false });
    expect(await world.staff.switchOff(await olga.me(), olga.id, FROM)).toEqual({ ok: false, code: "last_owner" });
  });

  it("the only passkey stays", async () => {
    expect(await world.staff.removeKey(await olga.me(), olga.passkey.id, FROM)).toEqual({
      ok: false,
      code: "last_passkey",
    });
  });

  it("an invitation goes by mail with its link", async () => {
    const invited = await world.staff.invite(
      await olga.me(),
      { email: "mia@staff.example", name: "Mia", roles: ["support"] },
      FROM,
    );
    expect(invited.ok).toBe(true);
    await world.work();
    expect(await world.mails("mia@staff.example")).toEqual(["Your place at the operators' desk"]);
  });
});

describe("the log", () => {
  it("is chained, verified, and refuses to be changed", async () => {
    expect((await world.staff.verifyAudit()).broken).toBeNull();
    for (const text of [
      "update staff.audit set who = 'x'",
      "delete from staff.audit",
      "truncate staff.audit",
      "delete from staff.audit_head",
    ])
      await expect(sql(text), text).rejects.toThrow(/never changed/);
    const kinds = await sql("select distinct what from staff.audit");
    expect(kinds.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["signed_in", "passkey_added", "person_invited", "roles_changed"]),
    );
  });

  it("tells of tries that did not open the door: about whom, how and why, from which neighbourhood, and nothing they sent", async () => {
    const [first] = await sql("select coalesce(max(number), 0) as number from staff.audit");
    const ivan = await hireOperator(world, "Ivan", ["analyst"]);
    const from = { ...FROM, address: "203.0.113.77" };
    const ask = async () => (await world.staff.askToSignIn()).challenge;
    const used = ivan.passkey.assert(await ask());
    await world.staff.signInWithKey(used, FROM);
    const email = "=cmd|evil@example.com";
    const stranger = createSoftPasskey(world.productUrl);
    await world.staff.signInWithKey(used, from);
    await world.staff.signInWithKey(stranger.assert(await ask()), from);
    await world.staff.signInWithPassword({ email, password: "a secret of mine", code: "123456" }, from);
    await world.staff.signInWithPassword({ email: ivan.email, password: "a secret of mine", code: "123456" }, from);
    await world.staff.startEnrolment("made up", from);
    await world.staff.confirm(await ivan.me(), used, from);
    await world.staff.switchOff(await olga.me(), ivan.id, FROM);
    await world.staff.signInWithPassword({ email: ivan.email, password: "a secret of mine", code: "123456" }, from);
    const rows = await sql(
      `select what, who, by_person, object, facts->>'how' as how, facts->>'why' as why, address from staff.audit
       where what like '%failed' and address = '203.0.113.0/24' and number > ${first.number} order by number`,
    );
    const nobody = { who: "somebody", by_person: null, address: "203.0.113.0/24" };
    const failed = (how: string, why: string, object: string, what = "sign_in_failed") => ({
      ...{ ...nobody, what, how, why, object },
    });
    expect(rows).toEqual([
      failed("passkey", "passkey not confirmed", ivan.id),
      failed("passkey", "unknown passkey", ""),
      failed("password and code", "unknown address", ""),
      failed("password and code", "wrong password", ivan.id),
      failed("one-time link", "link used, over or made up", ""),
      failed("passkey", "passkey not confirmed", ivan.id, "confirm_failed"),
      failed("password and code", "switched off", ivan.id),
    ]);
    const all = await sql("select a::text as row from staff.audit a");
    for (const secret of ["evil@", "a secret of mine", stranger.id, from.address])
      expect(all.filter(({ row }) => row.includes(secret))).toEqual([]);
    const shown = await world.staff.audit({
      ...{ by: null, what: "sign_in_failed", object: ivan.id, from: null, to: null, before: null },
    });
    expect(shown.rows.map(({ facts }) => facts.why)).toContain("wrong password");
    expect(shown.kinds).toContain("sign_in_failed");
  });

  it("is written in one chain by many at once", async () => {
    const me = await olga.me();
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => world.staff.keep(me, { what: "personal_seen", object: `usr_${at}` }, FROM)),
    );
    expect((await world.staff.verifyAudit()).broken).toBeNull();
  });

  it.each([
    ["a word that was changed", "update staff.audit set what = 'nothing' where number = 5", "5"],
    ["a row that was left out", "delete from staff.audit where number = 7", "8"],
    [
      "the last row that was left out",
      "delete from staff.audit where number = (select max(number) from staff.audit)",
      null,
    ],
  ])("tells %s", async (_what, change, row) => {
    const owner = new pg.Client({ connectionString: world.base.ownerUrl });
    await owner.connect();
    await owner.query("begin; alter table staff.audit disable trigger all");
    await owner.query("create table public.kept as select * from staff.audit");
    await owner.query(change);
    await owner.query("alter table staff.audit enable trigger all; commit");
    const { broken } = await world.staff.verifyAudit();
    expect(row === null ? broken !== null : String(broken) === row).toBe(true);
    await owner.query("begin; alter table staff.audit disable trigger all; delete from staff.audit");
    await owner.query("insert into staff.audit select * from public.kept");
    await owner.query("alter table staff.audit enable trigger all; commit; drop table public.kept");
    await owner.end();
    expect((await world.staff.verifyAudit()).broken).toBeNull();
  });

  it("is filtered and taken out as a sheet whose cells are no formulas, and says that it was", async () => {
    const me = await olga.me();
    const evil = '=HYPERLINK("https://evil.example","x")';
    await world.staff.keep(me, { what: "looked", object: "usr_1", reason: evil }, FROM);
    const filters = { by: olga.id, what: "looked", object: null, from: null, to: null, before: null };
    expect((await world.staff.audit(filters)).rows).toMatchObject([{ who: "Olga", object: "usr_1", reason: evil }]);
    const sheet = await world.staff.exportAudit(me, filters, FROM);
    expect(sheet).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
    expect((await world.staff.audit({ ...filters, what: "audit_exported" })).rows).toHaveLength(1);
    expect((await world.staff.audit({ ...filters, by: "opr_nobody" })).rows).toEqual([]);
  });
});

describe("rules", () => {
  it.each([
    ["plain", "plain"],
    ["=1+1", "'=1+1"],
    [" +1", "' +1"],
    ["-1+1", "'-1+1"],
    ["-1", "-1"],
    ["@x", "'@x"],
    ['a"b', '"a""b"'],
    ["\t=x", "'\t=x"],
  ])("writes %j into a sheet as %j", (value, cell) => expect(csvLine([value])).toBe(`${cell}\r\n`));

  it.each([
    [{ CONSOLE_HOST: "ops.example" }, { host: "ops.example", ip: "1.1.1.1" }, true],
    [{ CONSOLE_HOST: "ops.example" }, { host: "www.example", ip: "1.1.1.1" }, false],
    [{ CONSOLE_ADDRESSES: "203.0.113.0/24, 2001:db8::/32" }, { host: "x", ip: "203.0.113.9" }, true],
    [{ CONSOLE_ADDRESSES: "203.0.113.0/24, 2001:db8::/32" }, { host: "x", ip: "::ffff:203.0.113.9" }, true],
    [{ CONSOLE_ADDRESSES: "203.0.113.0/24, 2001:db8::/32" }, { host: "x", ip: "2001:db8:1::1" }, true],
    [{ CONSOLE_ADDRESSES: "203.0.113.0/24, 2001:db8::/32" }, { host: "x", ip: "203.0.114.9" }, false],
    [{ CONSOLE_ADDRESSES: "203.0.113.7" }, { host: "x", ip: "not an address" }, false],
    [{}, { host: "x", ip: "9.9.9.9" }, true],
  ])("%j opens for %j: %s", (settings, request, opens) => {
    const keeper = createDoorKeeper({
      CONSOLE_HOST: undefined,
      CONSOLE_ADDRESSES: undefined,
      PUBLIC_URL: "https://x.example",
      ...settings,
    });
    expect(keeper.opens(request)).toBe(opens);
    expect(keeper.cookie).toEqual({ name: "__Host-tp_console", secure: true });
  });

  it("takes addresses and networks, and nothing else", () => {
    const { CONSOLE_ADDRESSES: type } = staffSettings;
    expect(["10.0.0.0/8", "::1", "1.2.3.4,fe80::/10"].every((text) => type.safeParse(text).success)).toBe(true);
    expect(["10.0.0.0/33", "office", "1.2.3.4/8/8", ""].some((text) => type.safeParse(text).success)).toBe(false);
  });

  it("knows the same roles in the database", async () => {
    const [row] = await sql(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'staff.people'::regclass and conname = 'people_roles_check'",
    );
    expect([...row.text.matchAll(/'([a-z]+)'::text/g)].map((match) => match[1])).toEqual([...ROLE_NAMES]);
  });
});
