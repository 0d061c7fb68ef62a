/** Attacks with sessions that were left open: to the second of their end, and what they may take along before it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { GOODWILL } from "#rewards";
import { type AccountCaller, createAccountCaller, PASSWORD, type Session } from "../support/account-calls.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
beforeAll(async () => {
  world = await createWorld();
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

/** As a browser does: the token of the cookie, or the page's own with the binding of the cookie. */
function renew(path: "/api/refresh" | "/api/sync-token", session: Session, body: object = {}) {
  const cookie = `${world.identity.cookieName}=${session.token}; tp_bind=${session.bind}`;
  return caller.call("POST", path, body, path === "/api/refresh" ? { cookie, session } : { cookie });
}

it("a session ends with the second in which its 365 days are over, in every tab and however it was renewed", async () => {
  const { session } = await caller.join("Old Session");
  await world.advance({ days: 364 });
  await world.advance({ hours: 23, minutes: 59, seconds: 58 });
  const first = await renew("/api/refresh", session);
  expect(first.body).toMatchObject({ success: true });
  const second: Session = { token: String(first.body.login_token), bind: session.bind };
  const tabs = [session, second];
  expect(await Promise.all(tabs.map(caller.summary))).toEqual([200, 200]);
  for (const tab of tabs) expect((await renew("/api/sync-token", tab)).body).toMatchObject({ success: true });
  await world.advance({ seconds: 2 });
  expect(await Promise.all(tabs.map(caller.summary))).toEqual([401, 401]);
  for (const tab of tabs) {
    expect((await renew("/api/sync-token", tab)).body).toMatchObject({ success: false });
    for (const nocache of [true, false])
      expect((await renew("/api/refresh", tab, { nocache })).body).toMatchObject({ success: false });
  }
});

it("one that was left open takes nothing whole, and no session takes what is another's", async () => {
  const [ann, ben] = [await caller.join("Ann Owner"), await caller.join("Ben Thief")];
  await createMembershipStory(world).joined(ann.user_id);
  const [invoice] = (await world.membership.readMembership(ann.user_id)).invoices;
  const pdf = (session: Session | null, number: string) =>
    world.app.inject({
      method: "GET",
      url: `/api/account/invoices/${number}.pdf`,
      headers: session ? { authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind } : {},
    });
  const number = invoice?.number ?? "";
  expect((await pdf(ann.session, number)).statusCode).toBe(200);
  expect((await pdf(ben.session, number)).statusCode).toBe(404);
  expect((await pdf(null, number)).statusCode).toBe(401);
  expect((await pdf({ token: ann.session.token, bind: ben.session.bind }, number)).statusCode).toBe(401);
  await world.advance({ minutes: 11 });
  for (const [method, path] of [
    ["POST", "/api/account/export"],
    ["GET", "/api/user/orders.csv"],
  ] as const) {
    const answer = await caller.call(method, path, method === "POST" ? {} : undefined, { session: ann.session });
    expect([answer.status, answer.body.code], path).toEqual([401, "sign_in_again"]);
  }
  // Who has confirmed anew may, and only in that session.
  expect(
    (await caller.call("POST", "/api/account/export", { password: PASSWORD }, { session: ann.session })).status,
  ).toBe(200);
});

it("the link of a gift card opens for its owner with the password alone", async () => {
  const [ann, ben] = [await world.member("Gina"), await world.member("Hugo")];
  await world.database.transaction((tx) =>
    world.ledger.credit(tx, [
      {
        ...{ kind: "goodwill.given", cause: `test:${ann.user_id}`, owner: ann.user_id },
        ...{ from: { pending: 0n, confirmed: 0n }, to: { pending: 0n, confirmed: 2_500n } },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -2_500n }],
      },
    ]),
  );
  await world.payouts.refreshGiftCards();
  const { cards } = await world.payouts.withdrawalPage(ann.user_id).then((page) => ({ cards: page.gift_cards }));
  const asked = await world.payouts.request({
    ...{ user_id: ann.user_id, request_key: "card", method: "gift_card", amount: "25" },
    ...{ destination: cards[0]?.product_id ?? "", password: ann.password },
  });
  if (!asked.ok) throw new Error(asked.code);
  for (let round = 0; round < 8; round += 1) {
    await world.work();
    await world.advance({ seconds: round < 5 ? 5 : 600 });
    await world.control("/postbacks/idle", {});
  }
  const id = (await world.payouts.giftCardHistory(ann.user_id))[0]?.id ?? "";
  const open = (user_id: string, password: string, session?: { session_id: string; confirmed_at: Date }) =>
    world.payouts.openGiftCard({ user_id, id, password, ...(session && { session }) });
  expect(await open(ann.user_id, "", ann)).toMatchObject({ ok: false });
  expect(await open(ann.user_id, "wrong words here")).toMatchObject({ code: "password_wrong" });
  expect(await open(ben.user_id, ben.password)).toMatchObject({ code: "unknown_withdrawal" });
  expect(await open(ann.user_id, ann.password)).toMatchObject({ ok: true });
});
