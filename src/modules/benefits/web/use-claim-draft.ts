/** The draft of a claim: kept through a reload, filled by what is read of its receipts. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ReceiptRead } from "#receipts";
import type { BenefitPage, KnownOrder } from "../benefits.types.ts";
import { typedOf } from "./claim-amounts.ts";
import { type Draft, emptyDraft, keepDraft, keptDraft } from "./claim-draft.ts";
import type { Terms } from "./claim-slip.tsx";
import { chosenAs, filledFrom } from "./read-fields.ts";
import { useReceipts } from "./use-receipts.ts";

export type Change = (part: Partial<Draft>) => void;

/** Key of a draft before the browser has made one: it is never sent. */
const BLANK: Draft = { ...emptyDraft(), request_key: "" };

export function useClaimDraft(page: BenefitPage, terms: Terms, reader: string) {
  const [draft, setDraft] = useState<Draft>(BLANK);
  const partners = page.all_partners;
  const receipts = useReceipts(({ read }) => {
    if (read) setDraft((now) => filledFrom(now, [read], terms, partners));
  });
  const { handed, restore } = receipts;
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const kept = keptDraft(page.type, reader);
    // What was typed before the page came alive is what is wanted.
    setDraft((now) => ({ ...(kept ?? emptyDraft()), ...typedParts(now) }));
    // A receipt that was shared from a phone is named by the address.
    const shared = new URLSearchParams(window.location.search).get("receipt");
    const ids = [...new Set([...(kept?.receipts ?? []), ...(shared ? [shared] : [])])];
    if (ids.length) void restore(ids, shared);
  }, []);
  const ids = handed.flatMap(({ receipt }) => (receipt ? [receipt.receipt_id] : [])).join(" ");
  useEffect(() => {
    if (draft.request_key) keepDraft(page.type, reader, { ...draft, receipts: ids ? ids.split(" ") : [] });
  }, [draft, ids, page.type, reader]);
  const reads = useMemo(
    () => handed.flatMap(({ receipt }): ReceiptRead[] => (receipt?.read ? [receipt.read] : [])),
    [handed],
  );
  const change: Change = (part) => setDraft((now) => ({ ...now, ...part }));
  return { draft, change, receipts, reads };
}

const typedParts = (draft: Draft): Partial<Draft> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => typeof value === "string" && value !== ""));

/** What a purchase that we know says of itself. */
export const fromOrder = (order: KnownOrder, page: BenefitPage): Partial<Draft> => ({
  order_id: order.order_id,
  ...chosenAs({ name: order.merchant, internal_name: order.internal_name }, page.all_partners),
  purchased_on: order.bought_on,
  ...(order.proves === "all" ? { paid: typedOf(order.paid_minor) } : {}),
});
