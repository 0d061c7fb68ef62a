import { expect, it } from "vitest";
import type { Destination } from "#catalog";
import { fixedClock } from "#platform/clock";
import { GroupWriter } from "#platform/group-writer";
import type { ClickRow } from "../click-store.ts";
import type { CashbackContext } from "../context.ts";
import { createGoShopping } from "../go-shopping.ts";

const BRAND = { member_share_bps: 7_000, plus_share_bps: 9_000 };
const NIKE = { merchant: "nike" };
const paying = (bps: number) => ({ rate: { kind: "percent", bps, up_to: false } }) as Destination;

it("keeps nothing that was read before a rate turned, so that no later click is promised it", async () => {
  const reads: ((destination: Destination) => void)[] = [];
  const destination = () => new Promise<Destination>((read) => reads.push(read));
  const clock = fixedClock("2026-03-10T12:00:00Z");
  // Only what finding a destination needs.
  const context = { clock, catalog: { under: () => ({ destination }) } } as unknown as CashbackContext;
  const writer = new GroupWriter<ClickRow>({ what: "clicks", store: async () => () => undefined });
  const { find, forget } = createGoShopping(context, writer);

  const before = find(NIKE, BRAND);
  forget();
  reads[0]?.(paying(500));
  expect(await before).toEqual(paying(500));
  const after = find(NIKE, BRAND);
  expect(reads).toHaveLength(2);
  reads[1]?.(paying(300));
  expect([await after, await find(NIKE, BRAND)]).toEqual([paying(300), paying(300)]);
  expect(reads).toHaveLength(2);
  clock.advance({ seconds: 30 });
  void find(NIKE, BRAND);
  expect(reads).toHaveLength(3);
});
