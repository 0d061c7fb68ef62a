/**
 * What a browser keeps of its member is brought up to date without a new sign-in: a confirmed address, a membership that began, and one
 * that ended, with the cookie that says so (SPEC §3).
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccountCaller, type Session, sessionOf } from "../support/account-calls.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z" });
});
afterAll(() => world.close());

/** As a browser asks when its page has come, with the cookies that it has. */
async function ask({ token, bind }: Session, more = "") {
  const answer = await world.app.inject({
    ...{ method: "GET", url: "/api/user/summary" },
    headers: { authorization: `Bearer ${token}`, cookie: `tp_bind=${bind}${more}` },
  });
  const lines = [answer.headers["set-cookie"] ?? []].flat();
  return { standing: answer.json().standing, cookie: lines.find((line) => line.startsWith("sm_spsub=")) ?? null };
}

it("tells what an account opens by now, and mends the cookie of who joined or left since the sign-in", async () => {
  const story = createMembershipStory(world);
  const { call } = createAccountCaller(world);
  const ann = await world.member("Ann");
  const session = sessionOf(await call("POST", "/api/web/login", { email: ann.email, password: ann.password }));
  const before = await ask(session);
  expect(before).toMatchObject({
    standing: { is_verified: false, subscribed: false, plus: { active: false }, shipping: { active: false } },
    cookie: null,
  });
  await world.work();
  const { mails } = await world.control<{ mails: { text: string }[] }>(`/mails?to=${encodeURIComponent(ann.email)}`);
  const token = /\/p?verify\/([\w-]+)/.exec(mails.map(({ text }) => text).join())?.[1] ?? "no link";
  const by = { address: "192.0.2.1", member_id: null, password: ann.password, claim: false };
  expect(await world.identity.verifyEmail(token, by)).toMatchObject({ ok: true });
  expect((await ask(session)).standing.is_verified).toBe(true);

  const membership_id = await story.joined(ann.user_id);
  const joined = await ask(session);
  expect(joined.standing).toMatchObject({ subscribed: true, subs: { standard: { active: true } } });
  expect(joined.cookie).toMatch(/^sm_spsub=1; .*Max-Age=31536000/);
  expect((await ask(session, "; sm_spsub=1")).cookie, "said once").toBeNull();

  // In its trial it ends at once, and its price goes back.
  expect(await world.membership.cancel({ user_id: ann.user_id, membership_id })).toMatchObject({ ok: true });
  await story.goTo("2027-03-25");
  const left = await ask(session, "; sm_spsub=1");
  expect(left.standing).toMatchObject({ subscribed: false, subs: { standard: { active: false } } });
  expect(left.cookie).toMatch(/^sm_spsub=; .*Max-Age=0/);
});

it("gives a browser that chose no language that of the account (SPEC §4), and leaves a choice alone", async () => {
  const { call } = createAccountCaller(world);
  const member = await world.member("Luz");
  const login = { email: member.email, password: member.password };
  const languageAfter = async (cookie: string) => {
    const { cookies } = await call("POST", "/api/web/login", login, { cookie });
    return cookies.find(({ name }) => name === "lang")?.value ?? null;
  };
  expect(await languageAfter(""), "English asks for no cookie").toBeNull();
  await world.identity.setLanguage(member.user_id, "es");
  expect(await languageAfter("")).toBe("es");
  expect(await languageAfter("lang=en"), "chosen in this browser").toBeNull();
});
