/** Stories of what a membership's member can see and change: receipts, plans, the shipping membership, prices. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMembershipStory } from "../support/membership-story.ts";
import { readPdf } from "../support/read-pdf.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createMembershipStory>;
const start = async (at = "2027-03-10T19:42:00Z") => {
  world = await createWorld({ at });
  story = createMembershipStory(world);
};
beforeEach(() => {
  // Each story makes its own; one that forgot to must not go on in that of the story before.
  world = undefined as never;
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

describe("a receipt", () => {
  it("says on paper what the page says, in both languages, to its own member alone", async () => {
    await start();
    const ann = await world.member("Ann");
    const bob = await world.member("Bob");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-24");
    const { invoices, consents } = await world.membership.readMembership(ann.user_id);
    expect(invoices.map((one) => one.amount_minor)).toEqual(["1199", "100"]);
    const [month, trial] = invoices as [(typeof invoices)[0], (typeof invoices)[0]];
    const page = await world.membership.readInvoice(ann.user_id, month.number);
    expect(page).toMatchObject({
      paid_on: "2027-03-24",
      period_start: "2027-03-24",
      last_day: "2027-04-23",
      kept_minor: "1199",
      card: { brand: "visa" },
      refunds: [],
      seller: { name: "Tuppence", email: "help@tuppence.example" },
      buyer: { name: "Ann", email: "ann@example.com" },
      consent: { words: consents[0]?.words, hash: consents[0]?.hash },
    });
    expect(await world.membership.readInvoice(bob.user_id, month.number)).toBeNull();
    for (const odd of ["TUP-999999", "TUP-1", "1", "", "TUP-000001'", "TUP-99999999999999999999"])
      expect(await world.membership.readInvoice(ann.user_id, odd), odd).toBeNull();

    const get = (number: string, cookie: string, query = "") =>
      fetch(`${world.productUrl}/api/account/invoices/${number}.pdf${query}`, {
        headers: { authorization: `Bearer ${cookie}` },
      });
    expect((await get(month.number, "")).status).toBe(401);
    const open = async (of: { user_id: string }) => {
      const signed = await world.identity.open(of.user_id, { user_agent: "", address: "" });
      const cookies = world.identity.cookieLines(signed, null).map((line) => line.split(";")[0]);
      return cookies.join("; ");
    };
    const anns = await open(ann);
    const fetchPdf = (number: string, cookie: string, query = "") =>
      fetch(`${world.productUrl}/api/account/invoices/${number}.pdf${query}`, { headers: { cookie } });
    expect((await fetchPdf(month.number, await open(bob))).status).toBe(404);
    expect((await fetchPdf("TUP-999999", anns)).status).toBe(404);
    const answer = await fetchPdf(month.number, anns);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="Tuppence-Receipt-${month.number}.pdf"`,
    );
    const english = await readPdf(Buffer.from(await answer.arrayBuffer()));
    expect(english.size).toBe("0 0 612 792");
    expect(english.title).toBe(`Receipt ${month.number}`);
    expect(english.tags.filter((tag) => tag !== "P")).toEqual(["H1", "H2", "H2", "H2"]);
    expect(english.tags.length).toBeGreaterThan(12);
    for (const text of [
      "Receipt",
      month.number,
      "March 24, 2027",
      "March 24, 2027 – April 23, 2027",
      "Membership · One month",
      "Visa •••• ",
      "TUPPENCE TRIAL END",
      "$11.99",
      "Ann",
      "ann@example.com",
      "help@tuppence.example",
      consents[0]?.hash ?? "no consent",
    ])
      expect(english.whole).toContain(text);
    expect(english.whole.replaceAll(" ", "")).toContain((consents[0]?.words ?? "none").replaceAll(" ", ""));

    const spanish = await readPdf(Buffer.from(await (await fetchPdf(trial.number, anns, "?lang=es")).arrayBuffer()));
    for (const text of ["Recibo", "10 de marzo de 2027", "Membresía · Prueba", "$1.00", "Tarjeta"])
      expect(spanish.whole).toContain(text);
  });

  it("shows what went back, and sums to what was kept", async () => {
    await start();
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id);
    await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
    await world.work();
    const { invoices } = await world.membership.readMembership(ann.user_id);
    const page = await world.membership.readInvoice(ann.user_id, invoices[0]?.number ?? "");
    expect(page).toMatchObject({ amount_minor: "100", refunded_minor: "100", kept_minor: "0" });
    expect(page?.refunds).toMatchObject([{ amount_minor: "100", done_at: expect.any(String) }]);
    const { renderInvoice } = await import("../../src/modules/membership/invoice-pdf.ts");
    if (!page) throw new Error("no receipt");
    const paper = await readPdf(await renderInvoice({ ...page, buyer: { name: "Łucja Żółć", email: null } }, "en"));
    for (const text of ["($1.00)", "Paid after refunds", "$0.00", "You canceled the trial"])
      expect(paper.whole).toContain(text);
    expect(paper.lines.join("")).toContain("Łucja Żółć");
  });
});

describe("a new price", () => {
  it("that could only be told late waits for the next period, and is told then", async () => {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-04-10");
    const price = { partner: "tuppence", tier: "standard", monthly_minor: 1_399n } as const;
    expect(await world.membership.planPrice(price)).toMatchObject({ earliest: "2027-04-24" });
    expect(await world.membership.changePrice(price)).toBe(1);
    // The service is away until six days are left.
    await world.advance({ days: 8 });
    await story.goTo("2027-05-25");
    const told = (await story.notices(id)).filter((one) => one.kind.startsWith("price_change"));
    expect(told.map((one) => [one.period, one.sent_at.toISOString().slice(0, 10)])).toEqual([
      ["2027-05-24", "2027-04-24"],
    ]);
    expect((await story.charges(ann.user_id)).slice(0, 2)).toMatchObject([{ amount: "1399" }, { amount: "1199" }]);
  });

  it("is tried first, concerns whom it says, and is charged no sooner than told", async () => {
    await start();
    const ann = await world.member("Ann");
    const bob = await world.member("Bob");
    await story.joined(ann.user_id);
    await story.joined(bob.user_id, { tier: "plus" });
    const { readPriceChange } = await import("../../src/server/commands/change-price.ts");
    const names = world.partners.all().map((brand) => brand.partner_name);
    const line = "--partner tuppence --tier standard --monthly 12.99".split(" ");
    for (const [odd, fault] of [
      [["--partner", "nobody"], "--partner"],
      [["--partner", "tuppence", "--tier", "gold"], "--tier"],
      [[...line.slice(0, 5), "12.999"], "--monthly"],
      [[...line.slice(0, 5), "0.00"], "--monthly"],
      [[...line, "--now"], "--now"],
    ] as const)
      expect(readPriceChange(odd, names), odd.join(" ")).toMatchObject({ fault: expect.stringContaining(fault) });
    const asked = readPriceChange(line, names);
    if ("fault" in asked) throw new Error(asked.fault);
    expect(asked).toEqual({ input: { partner: "tuppence", tier: "standard", monthly_minor: 1299n }, yes: false });
    expect(await world.membership.planPrice(asked.input)).toEqual({
      memberships: 1,
      earliest: "2027-04-24",
      latest: "2027-04-24",
    });
    expect((await story.view(ann.user_id)).price_change).toBeNull();
    expect(await world.membership.changePrice(asked.input)).toBe(1);
    expect(await world.membership.planPrice(asked.input)).toMatchObject({ memberships: 0, earliest: null });
    await story.goTo("2027-04-24");
    expect((await story.charges(ann.user_id)).map((one) => one.amount)).toEqual(["1299", "1199", "100"]);
    expect((await story.charges(bob.user_id))[0]?.amount).toBe("1999");
  });
});

describe("a change of plan", () => {
  it("to the cheaper one waits, is taken back at the price that was agreed, and costs nothing", async () => {
    await start();
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id, { tier: "plus" });
    await story.goTo("2027-03-25");
    const ids = { user_id: ann.user_id, membership_id };
    expect(await world.membership.keepPlan(ids)).toMatchObject({ ok: false, code: "nothing_planned" });
    expect(await story.changePlan(ann.user_id, "standard", "other words")).toMatchObject({
      ok: false,
      code: "terms_changed",
    });
    expect(await story.changePlan(ann.user_id, "standard")).toMatchObject({ ok: true, value: { state: "changed" } });
    expect(await story.view(ann.user_id)).toMatchObject({
      tier: "plus",
      next_tier: "standard",
      next_charge: { amount_minor: "1199" },
    });
    const bob = await world.member("Bob");
    expect(await world.membership.keepPlan({ ...ids, user_id: bob.user_id })).toMatchObject({ code: "no_membership" });
    expect(await world.membership.keepPlan(ids)).toMatchObject({ ok: true });
    expect(await story.view(ann.user_id)).toMatchObject({ next_tier: null, next_charge: { amount_minor: "1999" } });
    await story.goTo("2027-04-24");
    const charges = await story.charges(ann.user_id);
    expect(charges.map((one) => one.amount)).toEqual(["1999", "1999", "100"]);
    const receipts = await world.membership.readMembership(ann.user_id);
    expect(receipts.consents.map((one) => one.kind)).toEqual(["change_plan", "join"]);
    const newest = await world.membership.readInvoice(ann.user_id, receipts.invoices[0]?.number ?? "");
    expect(newest?.consent?.kind, "a receipt of Plus rests on the words for Plus").toBe("join");
  });
});

describe("the shipping membership", () => {
  it("begins with the card on file, once, beside the other, and ends alone", async () => {
    await start();
    const ann = await world.member("Ann");
    expect(await world.membership.quoteSavedCard({ user_id: ann.user_id, tier: "shipright" })).toMatchObject({
      code: "no_card",
    });
    const main = await story.joined(ann.user_id, { zone: "America/Los_Angeles" });
    const offer = await world.membership.quoteSavedCard({ user_id: ann.user_id, tier: "shipright" });
    if (!offer.ok) throw new Error(offer.code);
    expect(offer.value.quote).toMatchObject({ first_minor: "100", monthly_minor: "799", zone: "America/Los_Angeles" });
    const press = (words: string) =>
      world.membership.joinWithSavedCard({
        user_id: ann.user_id,
        tier: "shipright",
        consent: { words, language: "en" },
        address: "",
        user_agent: "",
      });
    expect(await press("I agree to anything")).toMatchObject({ ok: false, code: "terms_changed" });
    const words = offer.value.quote.consent.en;
    const both = await Promise.all([press(words), press(words)]);
    expect(both.filter((one) => one.ok)).not.toEqual([]);
    await world.work();
    await story.tick();
    const page = await world.membership.readMembership(ann.user_id);
    expect(page.running.map((one) => one.line).sort()).toEqual(["main", "shipping"]);
    expect(page.invoices.map((one) => one.amount_minor)).toEqual(["100", "100"]);
    expect(await press(words)).toMatchObject({ ok: false, code: "already_member" });
    const shipping = page.running.find((one) => one.line === "shipping")?.membership_id ?? "";
    expect(await world.membership.cancel({ user_id: ann.user_id, membership_id: shipping })).toMatchObject({
      ok: true,
      value: { state: "cancelled", on: "2027-03-24" },
    });
    await story.goTo("2027-03-25", "America/Los_Angeles");
    const after = await world.membership.readMembership(ann.user_id);
    expect(after.running.map((one) => one.membership_id)).toEqual([main]);
    expect(after.invoices.map((one) => one.amount_minor).sort()).toEqual(["100", "100", "1199"]);
  });

  it("may rest on a card that was put on file alone", async () => {
    await start();
    const ann = await world.member("Ann");
    const setup_id = await story.saveCard(ann.user_id);
    expect(await world.membership.updateCard({ user_id: ann.user_id, setup_id })).toMatchObject({ ok: true });
    const offer = await world.membership.quoteSavedCard({ user_id: ann.user_id, tier: "shipright" });
    expect(offer).toMatchObject({ ok: true, value: { card: { brand: "visa" } } });
    expect((await world.membership.readMembership(ann.user_id)).card_on_file).toMatchObject({ brand: "visa" });
  });
});

describe("the days of an offer", () => {
  it("are those of the visitor's own clock, and the brand's when the cookie names none", async () => {
    await start();
    const brand = world.partners.home;
    const terms = (cookie: string | null) =>
      world.landing.terms({ brand, member: null, header: (name) => (name === "cookie" ? cookie : null) });
    expect((await terms("lang=en; zone=Pacific%2FAuckland")).today).toBe("2027-03-11");
    for (const odd of [null, "zone=Mars%2FOlympus", "zone=", "zone=..%2F..", `zone=${"a".repeat(300)}`])
      expect((await terms(odd)).today, String(odd)).toBe("2027-03-10");
    expect(await world.membership.quote({ brand, tier: "standard", zone: "Mars/Olympus" })).toMatchObject({
      zone: brand.zone,
    });
  });
});
