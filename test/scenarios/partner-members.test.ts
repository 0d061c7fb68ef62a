/**
 * A partner's server registers an address: it is written to once, nothing is opened without the press of whoever reads the letter, and
 * a partner learns nothing of whom it does not have.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let key = "";
beforeAll(async () => {
  world = await createWorld();
  const made = await world.partners.keys.make({ partner: "shipright", name: "A story", by: "opr_story" });
  if (made.ok) key = made.value.key;
});
afterAll(() => world.close());
beforeEach(() => world.advance({ minutes: 1 }));

const register = (body: object, bearer = key) =>
  world.app.inject({
    method: "POST",
    url: "/api/partner/members",
    headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
    payload: JSON.stringify({ name: "Nora New", ...body }),
  });
/** The secret of the newest letter to an address; null when there is none. */
async function secretFor(email: string): Promise<string | null> {
  const { rows } = await world.base.handle.pool.query<{ html: string }>(
    "select html from notifications.mails where recipient = $1 and html like '%/pverify/%' order by created_at desc",
    [email],
  );
  return /\/pverify\/(\w+)\?partner=shipright/.exec(rows[0]?.html ?? "")?.[1] ?? null;
}
const countOf = async (table: string, email: string): Promise<number> =>
  (
    await world.base.handle.pool.query(
      `select 1 from ${table} where ${table.includes("mails") ? "recipient" : "email"} = $1`,
      [email],
    )
  ).rows.length;
const visit = {
  ...{ address: "192.0.2.9", user_agent: "a story", country_code: "US", reads_in: "US" },
  ...{ reads_under: "shipright", language: "es" as const },
};

describe("an address that a partner registered", () => {
  it("is written to once, and opens nothing by itself", async () => {
    const email = "nora@example.com";
    const answer = await register({ email, language: "es", sid: "05012027x", cid: "c1" });
    expect([answer.statusCode, answer.json().success]).toEqual([202, true]);
    expect(await countOf("identity.users", email)).toBe(0);
    for (let times = 0; times < 3; times += 1) expect((await register({ email })).statusCode).toBe(202);
    expect(await countOf("notifications.mails", email)).toBe(1);
    const { rows } = await world.base.handle.pool.query<{ subject: string; html: string }>(
      "select subject, html from notifications.mails where recipient = $1",
      [email],
    );
    expect(rows[0]?.subject).toContain("ShipRight registró tu dirección");
    expect(rows[0]?.html).toMatch(/>ShipRight<\/a>/);
    const kept = await world.base.handle.pool.query("select * from identity.invitations");
    expect(JSON.stringify(kept.rows)).not.toContain(await secretFor(email));
  });

  it("opens the account by one press, with the words agreed to, and leads to choosing a password", async () => {
    const email = "nora@example.com";
    const secret = (await secretFor(email)) ?? "";
    expect(await world.identity.peekInvitation(secret)).toMatchObject({
      state: "open",
      email,
      partner_name: "ShipRight",
    });
    // A program that opens links, and the press of another form, open nothing.
    expect(
      await world.identity.verifyEmail(secret, { address: "x", member_id: null, password: null, claim: true }),
    ).toMatchObject({
      code: "link_unknown",
    });
    const both = await Promise.all([
      world.identity.openInvited(secret, visit),
      world.identity.openInvited(secret, visit),
    ]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const opened = both.find(({ ok }) => ok);
    const path = opened?.ok ? opened.value.set_password_path : "";
    expect(path).toMatch(/^\/password\/set\/\w{48}\/nora%40example\.com$/);
    const { rows } = await world.base.handle.pool.query(
      "select partner, sid, cid, language, country_code, password_hash, email_verified_at from identity.users where email = $1",
      [email],
    );
    expect(rows).toMatchObject([
      { partner: "shipright", sid: "05012027x", cid: "c1", language: "es", country_code: "US", password_hash: null },
    ]);
    expect(rows[0].email_verified_at).not.toBeNull();
    const agreed = await world.base.handle.pool.query(
      `select v.document, v.partner, v.language, a.way from content.agreements a join content.versions v using (version_id)
       join identity.users u using (user_id) where u.email = $1 order by v.document`,
      [email],
    );
    expect(agreed.rows).toEqual(
      ["privacy-policy", "terms"].map((document) => ({
        document,
        ...{ partner: "shipright", language: "es", way: "invitation" },
      })),
    );
    // What the account has now is kept nowhere else.
    const left = await world.base.handle.pool.query("select email, name, sid, cid from identity.invitations");
    expect(left.rows).toContainEqual({ email: "", name: "", sid: null, cid: null });
    expect(await world.identity.peekInvitation(secret)).toEqual({ state: "used" });
    const numbers = await world.staff.partnerDesk.numbers.byDay("shipright", 1);
    expect(numbers.rows.find(({ name }) => name === "members who joined")?.values).toEqual(["1"]);
  });

  it("is gone when its week is over, and its link says so", async () => {
    const email = "late@example.com";
    await register({ email });
    const secret = (await secretFor(email)) ?? "";
    await world.advance({ days: 7 });
    expect(await world.identity.peekInvitation(secret)).toEqual({ state: "expired" });
    expect(await world.identity.openInvited(secret, visit)).toMatchObject({ code: "link_expired" });
    await world.identity.tidy();
    expect(await countOf("identity.invitations", email)).toBe(0);
    expect(await world.identity.openInvited(secret, visit)).toMatchObject({ code: "link_expired" });
    // The same address is not written to again within a year, whoever asks.
    const written = await countOf("notifications.mails", email);
    expect((await register({ email })).statusCode).toBe(202);
    expect(await countOf("notifications.mails", email)).toBe(written);
  });

  it("gives way to an account that was opened meanwhile", async () => {
    const email = "quick@example.com";
    await register({ email });
    const secret = (await secretFor(email)) ?? "";
    await world.member("quick");
    expect(await world.identity.openInvited(secret, visit)).toMatchObject({ code: "email_taken" });
    expect(await countOf("identity.users", email)).toBe(1);
  });
});

it("a partner hears the same of whoever has an account, and errors of what is none", async () => {
  const ann = await world.member("Hanna");
  const [known, fresh] = [await register({ email: ann.email }), await register({ email: "hana@example.com" })];
  expect([known.statusCode, known.body]).toEqual([fresh.statusCode, fresh.body]);
  expect(
    await world.base.handle.pool.query(
      "select 1 from notifications.mails where recipient = $1 and html like '%pverify%'",
      [ann.email],
    ),
  ).toMatchObject({ rows: [] });
  for (const [body, code] of [
    [{ email: "no address" }, "invalid_email"],
    [{ email: "a@example.com", name: "" }, "name_missing"],
    [{ email: "a@example.com", name: "https://evil.example win" }, "name_invalid"],
  ] as const)
    expect((await register(body)).json(), JSON.stringify(body)).toMatchObject({ code });
  expect((await register({ email: "a@example.com", language: "fr" })).statusCode).toBe(422);
  for (const bearer of ["", "tpk_x", `${key}x`, key.toLowerCase()])
    expect((await register({ email: "b@example.com" }, bearer)).statusCode, bearer).toBe(401);
  // A page of somebody's browser is no server, and no cookie stands for a key.
  const foreign = await world.app.inject({
    method: "POST",
    url: "/api/partner/members",
    headers: { "content-type": "application/json", origin: "https://evil.example", cookie: `authorization=${key}` },
    payload: JSON.stringify({ email: "c@example.com", name: "C" }),
  });
  expect([401, 403]).toContain(foreign.statusCode);
  await world.advance({ days: 30 });
  await world.identity.tidy();
});
