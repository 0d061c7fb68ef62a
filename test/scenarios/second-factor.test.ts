/** Time codes and recovery codes as a second step, over a clock that the story moves. */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccountCaller,
  createAccountCaller,
  PASSWORD,
  type Session,
  sessionOf,
} from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

const codeNow = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() + steps * 30_000 });

async function switchOn(session: Session) {
  const started = await caller.call("POST", "/api/account/time-code/start", { password: PASSWORD }, { session });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const secret = String(started.body.secret);
  const on = await caller.call("POST", "/api/account/time-code", { code: codeNow(secret) }, { session });
  expect(on.status, JSON.stringify(on.body)).toBe(200);
  return { secret, recovery: on.body.recovery_codes as string[] };
}
/** The password's half of a sign-in: no token, and the ticket in a cookie. */
async function half(email: string) {
  const answer = await caller.logIn(email, PASSWORD);
  expect(answer.body).toEqual({ success: true, redirect: "/login?step=code" });
  return answer.cookies.find((cookie) => cookie.name === "tp_step")?.value ?? "";
}
const whole = (ticket: string, code: string) =>
  caller.call("POST", "/api/web/login/code", { code }, { cookie: `tp_step=${ticket}` });

describe("an authenticator app", () => {
  it("is asked for after the password, and each code opens once", async () => {
    const ann = await caller.join("Ann Twofold");
    const { secret } = await switchOn(ann.session);
    await world.advance({ seconds: 31 });
    const code = codeNow(secret);
    const done = await whole(await half(ann.email), code);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await caller.summary(sessionOf(done))).toBe(200);
    expect((await whole(await half(ann.email), code)).body.code).toBe("code_wrong");
    await world.advance({ seconds: 60 });
    const ticket = await half(ann.email);
    expect((await whole(ticket, codeNow(secret, 5))).body.code).toBe("code_wrong");
    expect((await whole(ticket, codeNow(secret))).status).toBe(200);
    expect((await whole(ticket, codeNow(secret, 1))).body.code).toBe("ticket_expired");
    await world.work();
    expect(await world.mails(ann.email)).toContain("An authenticator app was added");
  });

  it("gives up a password's ticket after six wrong codes or ten minutes", async () => {
    const bea = await caller.join("Bea Twofold");
    const { secret } = await switchOn(bea.session);
    await world.advance({ seconds: 31 });
    const ticket = await half(bea.email);
    for (let count = 0; count < 6; count += 1) expect((await whole(ticket, "000000")).body.code).toBe("code_wrong");
    expect((await whole(ticket, codeNow(secret))).body.code).toBe("ticket_expired");
    const late = await half(bea.email);
    await world.advance({ minutes: 11 });
    expect((await whole(late, codeNow(secret))).body.code).toBe("ticket_expired");
    expect((await whole("made-up", codeNow(secret))).body.code).toBe("ticket_expired");
  });

  it("has recovery codes that work once each, kept as hashes", async () => {
    const cal = await caller.join("Cal Twofold");
    const { recovery } = await switchOn(cal.session);
    expect(new Set(recovery).size).toBe(10);
    const [first = "", second = ""] = recovery;
    expect((await whole(await half(cal.email), first.toUpperCase())).status).toBe(200);
    expect((await whole(await half(cal.email), first)).body.code).toBe("code_wrong");
    expect((await whole(await half(cal.email), second)).status).toBe(200);
    const { rows } = await world.base.handle.pool.query(
      "select coalesce(string_agg(to_jsonb(r)::text, ''), '') || (select string_agg(to_jsonb(t)::text, '') from identity.time_codes t) as all from identity.recovery_codes r",
    );
    expect(recovery.some((code) => rows[0].all.includes(code))).toBe(false);
  });

  it("is asked for after a password reset too, and goes with the password", async () => {
    const dot = await caller.join("Dot Twofold");
    // A second step of an account whose address was never proven may be a stranger's: it would go.
    const confirm = new URL(await caller.linkTo(dot.email, /Confirm your email/)).pathname.split("/")[2];
    await caller.call("POST", "/api/verify", { token: confirm }, { session: dot.session });
    await switchOn(dot.session);
    await caller.call("POST", "/api/password/reset", { email: dot.email });
    const token = new URL(await caller.linkTo(dot.email, /Set a new password/)).pathname.split("/")[3];
    const form = { token, password: "seven quiet lanterns", password_confirmation: "seven quiet lanterns" };
    const reset = await caller.call("POST", "/api/password/reset", form);
    expect(reset.body).toEqual({ success: true, redirect: "/login?step=code" });

    const eli = await caller.join("Eli Twofold");
    await switchOn(eli.session);
    const remove = (password: string | null) =>
      caller.call("POST", "/api/account/time-code/remove", { password }, { session: eli.session });
    expect((await remove(null)).body.code).toBe("password_wrong");
    expect((await remove("wrong words here")).body.code).toBe("password_wrong");
    expect((await remove(PASSWORD)).status).toBe(200);
    expect((await caller.logIn(eli.email, PASSWORD)).body.login_token).toBeTruthy();
  });

  it("does not count before a code of it was typed", async () => {
    const flo = await caller.join("Flo Twofold");
    await caller.call("POST", "/api/account/time-code/start", { password: PASSWORD }, { session: flo.session });
    expect((await caller.logIn(flo.email, PASSWORD)).body.login_token).toBeTruthy();
  });
});
