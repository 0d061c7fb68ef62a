/**
 * A week of the sandbox's world worked through the console alone: what comes in by day is decided by evening, by whoever may, and on
 * Sunday nothing waits, no promise is late, and the log knows each step. Something waits in every queue that there is.
 */
import { expect, it } from "vitest";
import { chargeId } from "#membership";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { openHouse } from "../support/console-house.ts";
import { listen, type Member, openClaims, openMembers, openOffers } from "../support/console-week.ts";
import { only } from "../support/earning.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld } from "../support/world.ts";

it("leaves nothing undone, and every step of it in the log", async () => {
  const world = await createWorld({
    ...{ at: "2027-02-15T15:00:00Z", environment: { ...only("ayet"), HELP_REPLY_DOMAIN: "reply.localhost" } },
    expectedErrors: /books/,
  });
  const shopping = await createShopping(world);
  await world.catalog.refresh();
  const members = openMembers(world, shopping);
  const [offers, claims, plans] = [await openOffers(world), openClaims(world), createMembershipStory(world)];
  const house = await openHouse(world);
  const one = (name: string, language: "en" | "es" = "en") => world.member(name, language);
  const [ann, ben, eva, pia] = [await one("Ann"), await one("Ben"), await one("Eva", "es"), await one("Pia", "es")];
  const [cora, milo, omar, paz] = [
    await one("Cora", "es"),
    await one("Milo"),
    await one("Omar", "es"),
    await one("Paz", "es"),
  ];
  const [rita, sam, dora, luz] = [await one("Rita", "es"), await one("Sam"), await one("Dora", "es"), await one("Luz")];
  const give = (name: "Ann" | "Ben" | "Pia", amount: string, second: "olive" | null) =>
    house.act(
      "finn",
      { kind: "member", id: userId.show({ Ann: ann, Ben: ben, Pia: pia }[name].user_id) },
      { act: "credit", reason: "goodwill", values: { amount, note: "their parcel came broken" } },
      second,
    );
  const until = async (day: string) => {
    await plans.runTo(new Date(`${day}T15:00:00Z`));
    for (const operator of house.all) await operator.signIn();
  };

  // Three weeks before: what they claim and miss later has begun.
  for (const member of [rita, sam]) await plans.joined(member.user_id);
  await offers.begin(milo);
  await until("2027-02-22");
  for (const member of [ann, eva]) await world.cashback.go(member, { merchant: "marlow-finch" }, world.partners.home);
  await offers.claim(milo);
  await until("2027-03-04");
  await give("Pia", "20.00", null);
  await house.carryOut();
  expect(await members.withdraw(pia, "pia+hold@example.com", "everything")).toMatchObject({ ok: true });
  await world.work();
  await listen(world);
  await until("2027-03-08");
  const given: number[] = [];
  const nextDay = async () => {
    given.push(await house.day());
    await world.advance({ hours: 22 });
    await world.work();
  };

  /** As it does each minute by itself: what is not fine twice is an alarm, and over when it is fine twice. */
  const look = async () => {
    for (const { feed_name } of await world.catalog.feeds())
      if (/programmes$/.test(feed_name)) await world.catalog.importFeed(feed_name);
    await world.ledger.verify();
    await world.coins.refreshOffers();
    for (let times = 0; times < 2; times += 1) await world.health.lookAndTell();
  };

  // Monday: a goodwill of sixty dollars, which two persons give; a question in Spanish; a mail that nobody signed.
  for (const name of ["Ann", "Ben"] as const) await give(name, "60.00", "olive");
  await house.carryOut();
  await members.write(eva, "es", { body: "¿Dónde está mi pago?" });
  await world.control("/mailboxes/letter", {
    ...{ from: "gail@example.com", to: tuppence.support_email, signed_by: "nobody" },
    ...{ subject: "Payout", text: "Where is my payout?" },
  });
  await listen(world);
  await nextDay();
  // Tuesday: two purchases are missed; a store reports far less than its terms; coins come sooner than anybody can earn them.
  await members.miss(ann, "en", "MF-1");
  await members.miss(eva, "es", "MF-2");
  await members.buyAt(omar, "autozone", { amount: 500, commission: 2 });
  await offers.reachAtOnce(cora);
  await nextDay();

  // Wednesday: the network answers both; Ben wants to be paid where Ann is; a claim whose order somebody says was given back.
  const { inquiries } = await world.control<{ inquiries: { id: number; order_id: string }[] }>("/impact/inquiries");
  expect(inquiries.map(({ order_id }) => order_id).toSorted()).toEqual(["MF-1", "MF-2"]);
  for (const { id, order_id } of inquiries)
    await world.control(`/impact/inquiries/${id}/decide`, {
      silent: true,
      ...(order_id === "MF-1"
        ? { status: "VALID" }
        : { status: "DECLINED", reason: "Another marketing channel was credited with the sale" }),
    });
  await world.cashback.inquiries.sweep();
  await world.work();
  expect(await members.withdraw(ann, "home@example.com")).toMatchObject({ ok: true });
  expect(await members.withdraw(ben, "home@example.com")).toMatchObject({ ok: false, code: "receiver_taken" });
  await members.askPrivacy(paz, "correct", "Mi nombre es Paz Núñez.");
  await claims.order(rita);
  await claims.refund(rita);
  await claims.claim(rita);
  await nextDay();

  // Thursday: she appeals; a store's file holds a part of its goods; a partner credits what it took back; a bank takes a charge back.
  const denied = await claims.newest(rita);
  expect(
    await world.benefits.appealClaim({
      ...{ user_id: rita.user_id, claim_id: denied?.claim_id ?? "" },
      words: "Ese correo no lo mandó la tienda.",
    }),
  ).toMatchObject({ ok: true });
  const feed = async () => {
    await world.catalog.scheduleImports(["products"]);
    await world.work();
  };
  for (const items of [12, 3]) {
    await world.control("/impact/catalogs/marlow-finch", { items });
    await feed();
  }
  await offers.takeBackFirst(luz);
  const membership_id = await plans.joined(dora.user_id);
  const { rows: charges } = await world.base.handle.pool.query<{ charge_id: string; payment_id: string }>(
    "select charge_id, payment_id from membership.charges where membership_id = $1",
    [membership_id],
  );
  const [charge] = charges;
  await world.control(`/stripe/${charge?.payment_id}/dispute`, {});
  await world.membership.cancel({ user_id: dora.user_id, membership_id, refund: true });
  await listen(world);
  const evidence = world.operators.files.find(({ name }) => name === "evidence");
  const file = { by: house.people.finn.id, reason: "the bank asks", values: {} };
  expect((await evidence?.read(chargeId.show(charge?.charge_id ?? ""), file))?.text).toContain("dora");
  await world.advance({ minutes: 30 });
  await plans.tick();
  await nextDay();

  // Friday: the network pays less than its orders say; a claim that was paid, and a mail that says that it was given back.
  await members.act(await members.shop(eva, 120), "approve");
  await house.act(
    "finn",
    { kind: "payer", id: "impact" },
    { act: "tell payment", values: { reference: "WIRE-1", amount: "1.00", stated: "3.00", day: "2027-03-12" } },
  );
  await house.carryOut();
  await claims.order(sam);
  expect(await claims.claim(sam)).toMatchObject({ state: "paid" });
  await claims.refund(sam);
  // In the evening the mail server is away, and the processor answers for no refund.
  const away = (target: string, mode: string) => world.control("/fail", { target, mode });
  await away("smtp", "500");
  await members.write(ann, "en", { body: "Thank you all." });
  await world.work();
  const ended = await plans.joined(luz.user_id);
  await away("stripe.refunds.create", "lost-reply");
  await away("stripe.refunds", "500");
  await world.membership.cancel({ user_id: luz.user_id, membership_id: ended, refund: true });
  await world.work();
  await world.advance({ minutes: 20 });
  await world.membership.reconcile();
  await world.health.flushErrors();
  await look();
  for (const target of ["smtp", "stripe.refunds.create", "stripe.refunds"]) await away(target, "off");
  await world.advance({ minutes: 30 });
  await plans.tick();
  await nextDay();
  await look();
  await nextDay();
  await nextDay();
  expect(given).toEqual([6, 4, 4, 4, 10, 0, 0]);
  // A queue that a module declares later is played here as well.
  const queues = world.operators.queues.map(({ name }) => name);
  expect(queues.filter((name) => !house.worked.has(name))).toEqual([]);
  for (const operator of house.all) {
    await operator.signIn();
    expect(await house.waiting(operator)).toEqual([]);
    const desk = await house.deskOf(operator);
    expect(desk.queues.filter(({ waiting, late }) => waiting + late > 0)).toEqual([]);
    expect(desk.record.open).toEqual([]);
  }
  const { record } = await house.deskOf(house.people.olive);
  const sum = (name: "decided" | "kept" | "undone") => record.days.reduce((total, day) => total + day[name], 0);
  // The three jobs failed by the database's own time, which no story moves.
  expect([sum("kept") + 3, sum("undone")]).toEqual([sum("decided"), 1]);

  // Members have what was decided, and each reads it with its reason in their language.
  const orders = async ({ user_id }: Member) =>
    (await world.passbookOf(user_id)).entries.filter(({ type }) => type === "order").length;
  expect([await orders(ann), await orders(ben), await orders(eva)]).toEqual([1, 0, 1]);
  expect((await world.payouts.withdrawalPage(ben.user_id)).held).toMatchObject([{ state: "refused" }]);
  expect(await claims.newest(rita)).toMatchObject({ state: "paid", rebate_minor: "500" });
  expect(await offers.progress(milo)).toMatchObject({ claim: { state: "refused", reason: "not_paid" } });
  const told: readonly [Member, RegExp][] = [
    [ann, /It's in your passbook now, with the cash back it earns/],
    [ann, /\$60\.00 was added to your passbook For the trouble you had/],
    [ben, /The member who already uses this account did not confirm that you share it/],
    [eva, /La tienda dice que este pedido llegó por el enlace o el código de otro sitio/],
    [eva, /Tu retiro va en camino\. Llega mañana\./],
    [pia, /Te llegaron \$20\.00 PayPal confirmó el pago/],
    [cora, /Según los registros del proveedor, no se llegó a este paso/],
    [milo, /44 coins were not credited/],
    [omar, /La tienda indica que el pedido no cumplió sus condiciones/],
    [paz, /Corregimos tu nombre en tu cuenta/],
    [rita, /La tienda anuló el pedido, así que ya no hay nada que reintegrar/],
    [rita, /\$5\.00 en tu libreta/],
    [sam, /\$5\.00 is in your passbook/],
    [dora, /Tu membresía terminó/],
    [luz, /\$1\.00 is on its way back to your card/],
  ];
  for (const [{ email }, words] of told) {
    const { mails } = await world.control<{ mails: { text: string }[] }>(`/mails?to=${encodeURIComponent(email)}`);
    expect(mails.map(({ text }) => text.replace(/\s+/g, " ")).join("\n"), email).toMatch(words);
  }
  expect((await world.staff.verifyAudit()).broken).toBeNull();
  await world.close();
});
