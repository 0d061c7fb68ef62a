/** Rebates and who has them: a real paper from hand to passbook, accounts that merge or end, copies, and what operators find. */
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { REBATES } from "#benefits";
import { receiptId } from "../../src/modules/receipts/ids.ts";
import { userId } from "../../src/platform/ids.ts";
import { createRebateStory, type RebateStory, WITHOUT_TRIAL } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let rebates: RebateStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-01T15:00:00Z", brands: WITHOUT_TRIAL });
  rebates = createRebateStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});
const readerOf = (user_id: string) => ({ user_id, country_code: "US", partner: null, name: "Ann" });

GlobalFonts.registerFromPath("node_modules/@fontsource/public-sans/files/public-sans-latin-400-normal.woff2", "Paper");
function paper(day: string): Buffer {
  const canvas = createCanvas(640, 700);
  const context = canvas.getContext("2d");
  context.fillStyle = "#f6f2ea";
  context.fillRect(0, 0, 640, 700);
  context.fillStyle = "#333333";
  context.font = "26px Paper";
  const [year, month, date] = day.split("-");
  const lines = [
    ...["          KROGER", "   12 Main St, Austin, TX 78701", `   ${month}/${date}/${year}  14:22`, ""],
    ...["MILK              4.00", "BREAD            36.00", "", "SUBTOTAL         40.00"],
    ...["SALES TAX         2.00", "TOTAL           $42.00", "THANK YOU"],
  ];
  for (const [at, line] of lines.entries()) context.fillText(line, 20, 60 + at * 52);
  return canvas.toBuffer("image/png");
}

it("a picture that is handed in becomes money without a person, in the time in which it is read", async () => {
  const ann = await rebates.payingMember("Ann");
  const taken = await world.receipts.take({
    ...{ user_id: ann.user_id, address: "203.0.113.4", name: "kroger.png" },
    read: async () => paper(rebates.day(-2)),
  });
  if (!taken.ok) throw new Error(taken.code);
  const receipt_ids = [receiptId.show(taken.value.receipt_id)];
  const claim = await rebates.sent(ann.user_id, { receipt_ids, paid_minor: "4200" });
  expect(claim).toMatchObject({ state: "reading", receipts: [{ receipt_id: receipt_ids[0], type: "image/png" }] });
  await world.work();
  const page = await rebates.operators.show("rebate claim", claim.claim_id);
  expect(page.facts, JSON.stringify(page.facts)).toMatchObject({ state: "paid" });
  expect(await rebates.available(ann.user_id)).toBe(210n);
  const receipt = page.links?.find(({ kind }) => kind === "receipt");
  expect(receipt?.id).toBe(receipt_ids[0]);
  // Who decides sees the paper itself, for minutes.
  const { pathname, search } = new URL(page.personal?.["paper 1, page 1"] ?? "");
  const picture = () => world.app.inject({ method: "GET", url: pathname + search });
  expect((await picture()).headers["content-type"]).toBe("image/jpeg");
  world.clock.advance({ minutes: 20 });
  expect((await picture()).statusCode).toBe(404);
});

it("two accounts that become one have all claims, one address, and one limit", async () => {
  const [bea, ben] = [await rebates.payingMember("Bea"), await rebates.payingMember("Ben")];
  for (const [member, total] of [
    [bea, "9000"],
    [ben, "9200"],
  ] as const)
    expect(await rebates.sent(member.user_id, { request_key: "same-key", paper: { total } })).toMatchObject({
      state: "paid",
    });
  const open = await rebates.sent(bea.user_id, { paper: { total: "2000", signs: ["picture_editor"] } });
  const home = { line1: "1 Main St", line2: "", city: "Austin", region: "TX", postal_code: "78701", country: "US" };
  await world.benefits.setRebateAddress(bea.user_id, home);
  const merged = await world.identity.merge({ from: bea.user_id, to: ben.user_id });
  expect(merged).toMatchObject({ ok: true });
  await world.work();
  expect(await rebates.available(ben.user_id)).toBe(910n);
  expect((await world.benefits.claims(ben.user_id, null)).rows).toHaveLength(3);
  expect((await world.benefits.claims(bea.user_id, null)).rows).toHaveLength(0);
  expect(await world.benefits.rebateAddress(ben.user_id)).toEqual(home);
  const limit = async () => (await world.benefits.benefit(readerOf(ben.user_id), "grocery"))?.limit?.left_minor;
  expect(await limit()).toBe("0");
  const judged = { claim_id: rebates.kept(open.claim_id), by: "opr_ann", amount_minor: null };
  expect(await world.benefits.desk.approve(judged)).toMatchObject({ ok: true });
  expect(await rebates.sent(ben.user_id, { paper: { total: "3000" } })).toMatchObject({
    ...{ state: "denied", reason: { code: "cap_reached" } },
  });
  const again = await world.benefits.appealClaim({ user_id: ben.user_id, claim_id: open.claim_id, words: "x" });
  expect(again).toMatchObject({ code: "not_now" });
});

it("an account that ends takes what waits along, and its copy holds what was claimed and why", async () => {
  const cleo = await rebates.payingMember("Cleo");
  await world.benefits.setRebateAddress(cleo.user_id, {
    ...{ line1: "1 Main St", line2: "", city: "Austin", region: "TX", postal_code: "78701", country: "US" },
  });
  await rebates.sent(cleo.user_id, { paper: { total: "4400" } });
  const denied = await rebates.sent(cleo.user_id, { paper: { total: "4600", signs: ["pdf_editor"] } });
  const judged = { claim_id: rebates.kept(denied.claim_id), by: "opr_ann", words: "It was painted over." };
  await world.benefits.desk.deny({ ...judged, reason: "altered" });
  await world.benefits.appealClaim({ user_id: cleo.user_id, claim_id: denied.claim_id, words: "My dear aunt did." });
  const copy = await world.identity.exportData(cleo, { user_agent: "", address: "", password: cleo.password });
  if (!copy.ok) throw new Error(copy.code);
  const told = JSON.stringify((copy.value as { benefits: unknown }).benefits);
  for (const part of ["My dear aunt did.", "It was painted over.", "Austin", "amount on paper"])
    expect(told).toContain(part);
  expect(told).not.toContain("opr_ann");
  await world.database.transaction((tx) => world.benefits.leaveAccount(tx, cleo.user_id));
  const rows = (await world.benefits.claims(cleo.user_id, null)).rows.map(({ state }) => state);
  expect(rows).toEqual(["denied_final", "paid"]);
  const { rows: kept } = await world.base.handle.pool.query(
    `select (select count(*)::int from benefits.addresses where user_id = $1) as addresses,
       (select count(*)::int from benefits.claim_events join benefits.claims using (claim_id) where user_id = $1 and words <> '') as words,
       (select count(*)::int from benefits.claims where user_id = $1 and appeal_words is not null) as appeals`,
    [cleo.user_id],
  );
  expect(kept).toEqual([{ addresses: 0, words: 0, appeals: 0 }]);
});

it("operators find a claim by what people tell them, in lists that go on, and count what happened", async () => {
  const dora = await rebates.payingMember("Dora");
  const { claim_id, reference } = await rebates.sent(dora.user_id, { paper: { total: "5400" } });
  for (const text of [claim_id, reference, ` ${reference.toLowerCase()}`])
    expect(
      (await rebates.operators.search(text)).map(({ kind }) => kind),
      text,
    ).toEqual(["rebate claim"]);
  expect((await rebates.operators.section("rebates", dora.user_id)).map(({ id }) => id)).toEqual([claim_id]);
  const list = world.operators.lists.find(({ name }) => name === "rebate claims");
  type Page = Awaited<ReturnType<NonNullable<typeof list>["read"]>> | undefined;
  const ids: string[] = [];
  for (let after: string | null | undefined = null; after !== undefined; ) {
    const page: Page = await list?.read({ filters: { state: "paid" }, after, most: 2 });
    ids.push(...(page?.rows.map(({ id }) => id) ?? []));
    after = page?.after ?? undefined;
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids).toContain(claim_id);
  const span = { from: new Date("2027-03-01T00:00:00Z"), to: world.clock.now() };
  span.to = new Date(span.to.getTime() + 1_000);
  const figures: Record<string, bigint> = {};
  for (const one of world.operators.figures)
    if (/^(claims|rebates) /.test(one.name)) figures[one.name] = await one.read(span);
  expect(figures).toMatchObject({ "claims refused": 2n, "claims open": 0n });
  expect(figures["claims sent"]).toBe(8n);
  const paid = await world.ledger.houseBalance(REBATES, "house");
  expect(figures["rebates paid"]).toBe(-paid);
  expect((await world.benefits.rxCard(readerOf(dora.user_id))) === null).toBe(true);
  const add = world.operators.objects.find(({ kind }) => kind === "member");
  expect(await add?.show(userId.show(dora.user_id))).not.toBeNull();
});
