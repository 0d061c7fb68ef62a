/** What Apple and Google say, as their documents have it: notes for the app, without an end, in seconds; a wrong secret of ours. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { createCaptcha } from "../../src/modules/identity/captcha/recaptcha.ts";
import { CAPTCHA_FAULTS } from "../../src/modules/identity/metrics.ts";
import { instantOf } from "../../src/modules/identity/social/provider-notices.ts";
import { createWorld, type World } from "../support/world.ts";

const APP = "example.tuppence.app";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { APPLE_APP_ID: APP } });
});
afterAll(() => world.close());

describe("a note of Apple's", () => {
  const person = "lena.park@icloud.example";
  let userId = "";
  beforeAll(async () => {
    userId = (await world.member("Lena")).user_id;
    const { apple } = await world.control<{ apple: { people: { id: string; email: string }[] } }>("/signin");
    const subject = apple.people.find(({ email }) => email === person)?.id;
    await world.base.handle.pool.query(
      `insert into identity.linked_accounts (link_id, provider, subject, user_id, linked_at, last_used_at)
       values (gen_random_uuid(), 'apple', $1, $2, $3, $3)`,
      [subject, userId, world.clock.now()],
    );
    await world.advance({ minutes: 5 });
  });
  const notify = async (more: object) => {
    const { status } = await world.control<{ status: number }>("/signin/apple-notify", { person, ...more });
    await world.work();
    return status;
  };
  const works = async () => (await world.identity.linkedAccounts(userId)).accounts.map((one) => one.email_works);

  it("may be for the app, names no end, and tells its time in seconds", async () => {
    expect(await notify({ type: "email-disabled" })).toBe(200);
    expect(await works()).toEqual([false]);
    expect(await notify({ type: "email-enabled", audience: APP })).toBe(200);
    expect(await works()).toEqual([true]);
    expect(await notify({ type: "email-disabled", unit: "seconds" })).toBe(200);
    expect(await works()).toEqual([false]);
    // Of a consent before this link, in either unit.
    for (const unit of ["seconds", "milliseconds"])
      expect(await notify({ type: "email-enabled", unit, age_ms: 86_400_000 })).toBe(200);
    expect(await works()).toEqual([false]);
  });

  it("has its row in the inbox, which names nobody once it was acted on, and is acted on when its job was lost", async () => {
    const rows = async (provider: string) =>
      (
        await world.base.handle.pool.query(
          "select state, payload from platform.inbox where provider = $1 order by received_at, inbox_id",
          [provider],
        )
      ).rows;
    const kept = (type: string, state: string) => ({ state, payload: { type, code: null } });
    expect(await rows("apple")).toEqual([
      kept("email-disabled", "applied"),
      kept("email-enabled", "applied"),
      kept("email-disabled", "applied"),
      kept("email-enabled", "refused"),
      kept("email-enabled", "refused"),
    ]);
    await world.control("/signin/apple-notify", { person, type: "email-enabled" });
    await world.base.handle.pool.query("delete from graphile_worker._private_jobs");
    expect(await works()).toEqual([false]);
    await world.advance({ minutes: 11 });
    await world.inbox.sweep();
    await world.work();
    expect(await works()).toEqual([true]);
    expect(await notify({ type: "email-disabled" })).toBe(200);
    await world.control("/signin/facebook-delete", { person: "theo.marsh@mail.example" });
    await world.work();
    // Of somebody whom we do not know: nothing follows, but the code can be looked up.
    const [deletion] = await rows("facebook");
    expect(deletion).toMatchObject({ state: "refused", payload: { type: "data-deletion", code: expect.any(String) } });
    expect(await world.identity.social.whenDeleted(deletion.payload.code)).toBeInstanceOf(Date);
  });

  it("is refused for another app, from another issuer, after its own end, or forged", async () => {
    for (const more of [
      { audience: "another.app" },
      { issuer: "https://appleid.apple.com.evil.example" },
      { ends_in: -600 },
      { forged: true },
    ])
      expect([more, await notify({ type: "account-delete", ...more })]).toEqual([more, 502]);
    expect(await works()).toEqual([false]);
  });

  it.each([
    [1_800_000_000, 1_800_000_000_000],
    [1_800_000_000_000, 1_800_000_000_000],
    ["1800000000", 1_800_000_000_000],
    [0, null],
    [-5, null],
    [Number.NaN, null],
    ["soon", null],
    [undefined, null],
  ])("reads the time %s as %s", (time, instant) => expect(instantOf(time)).toBe(instant));
});

it("our own wrong secret is our fault: logged, counted, and never the visitor's failure", async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = createLog({
    level: "warn",
    // The logger writes lines, and needs no other part of a stream.
    stream: { write: (line: string) => Boolean(lines.push(JSON.parse(line))) } as never,
  });
  const metrics = createMetrics([CAPTCHA_FAULTS]);
  const made = (secret: string) =>
    createCaptcha(
      { url: `${world.sandbox.url}/recaptcha`, site_key: "sandbox-recaptcha-site", secret, host: "127.0.0.1" },
      log,
      (reason) => metrics.of(CAPTCHA_FAULTS).inc({ reason }),
    );
  const { token } = await world.control<{ token: string }>("/recaptcha/token", { hostname: "127.0.0.1" });
  expect(await made("mistyped").check(token, "203.0.113.1")).toBe("away");
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining("RECAPTCHA_SECRET") }]);
  expect(await metrics.registry.getSingleMetricAsString("tuppence_captcha_faults_total")).toContain(
    'tuppence_captcha_faults_total{reason="invalid-input-secret"} 1',
  );
  // A made-up token stays the visitor's, and a good one was not used up by the mistake.
  expect(await made("sandbox-recaptcha-secret").check("made-up", "203.0.113.1")).toBe("failed");
  expect(await made("sandbox-recaptcha-secret").check(token, "203.0.113.1")).toBe("passed");
  expect(lines).toHaveLength(1);
});
