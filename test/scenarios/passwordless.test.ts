/** A member without a password, who came by Google: money leaves only after a fresh sign-in, and an old one is refused in words. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { PAYOUT_REFUSALS } from "#payouts";
import { FROM_US } from "../support/arrivals.ts";
import { walkToCallback } from "../support/sign-in-walk.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.catalog.importFeed("impact.programmes");
});
afterAll(() => world.close());

const PERSON = "rosa.delgado@gmail.example";

/** By the provider's own dialog and back, as a browser goes. */
async function signIn() {
  const started = await world.identity.social.start({
    provider: "google",
    to: "/account/withdrawal",
    purpose: "sign_in",
    member: null,
    browser: null,
    language: "en",
  });
  if (!started.ok) throw new Error(started.code);
  await world.control("/signin/next", { provider: "google", person: PERSON });
  const { params } = await walkToCallback({ world, url: started.value.url });
  const outcome = await world.identity.social.finish({
    provider: "google",
    params,
    browser: started.value.browser,
    member: null,
    visit: { user_agent: "Firefox", address: "203.0.113.7" },
    arrival: { language: "en", partner: "tuppence", ...FROM_US },
  });
  if (!outcome.ok || outcome.value.kind !== "signed_in") throw new Error("Google's person was not signed in.");
  return outcome.value.signed_in.member;
}

async function earn(member: { user_id: string; plus_active: boolean }) {
  const gone = await world.cashback.go(member, { merchant: "marlow-finch" }, world.partners.home);
  if (!gone.ok) throw new Error(gone.code);
  const { order } = await world.control<{ order: { id: string } }>("/orders", {
    network: "impact",
    programId: gone.value.destination.network_programme_id,
    subId: gone.value.click_id,
    amount: 400,
  });
  await world.control(`/orders/impact/${encodeURIComponent(order.id)}/approve`, {});
  await world.control("/postbacks/idle", {});
  await world.work();
  await world.poll();
}

it("withdraws by a fresh sign-in, and not by one of eleven minutes ago", async () => {
  const before = await signIn();
  expect(before.has_password).toBe(false);
  await earn(before);
  const { available } = await world.ledger.balances(before.user_id);
  expect(available).toBeGreaterThan(500n);
  const ask = (session: typeof before, password = "") =>
    world.payouts.request({
      user_id: before.user_id,
      request_key: "form-1",
      method: "paypal",
      amount: "5.00",
      destination: PERSON,
      password,
      session,
    });

  await world.advance({ seconds: 11 * 60 });
  expect(await ask(before)).toMatchObject({ ok: false, code: "sign_in_again" });
  expect(PAYOUT_REFUSALS.sign_in_again).toMatchObject({
    status: 401,
    en: "Please sign in again first. You can only withdraw within ten minutes of signing in.",
    es: "Primero inicia sesión de nuevo. Solo puedes retirar durante los diez minutos después de iniciar sesión.",
  });
  // A password that nobody ever set opens nothing either.
  expect(await ask(before, "copper penny passbook")).toMatchObject({ ok: false, code: "password_wrong" });
  expect(await world.ledger.balances(before.user_id)).toMatchObject({ available, held: 0n });

  const now = await signIn();
  expect(now.user_id).toBe(before.user_id);
  expect(await ask(now)).toMatchObject({ ok: true, value: { again: false } });
  // The same form once more is the same withdrawal; the session of before is still too old for another.
  expect(await ask(now)).toMatchObject({ ok: true, value: { again: true } });
  expect(await ask(before)).toMatchObject({ ok: false, code: "sign_in_again" });
  for (let round = 0; round < 12; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
  await world.work();
  expect((await world.payouts.withdrawalPage(now.user_id)).earlier.map((one) => one.state)).toEqual(["fulfilled"]);
  expect(await world.ledger.balances(now.user_id)).toMatchObject({ available: available - 500n, held: 0n });
});
