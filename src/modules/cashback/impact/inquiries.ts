/**
 * Impact's Action Inquiries (`partner-actioninquiries-v16`: `POST` and `GET ActionInquiries`, `GET ActionInquiries/{Id}`), which it gives
 * to cash back and loyalty partners: a purchase that was not tracked is filed, and its brand says what it is. Of the fields that may be
 * filed we send those of the order, our own number and the tracking link; nothing about who bought.
 */
import { z } from "zod";
import { toMajor } from "#platform/money";
import { OutgoingError } from "#platform/outgoing";
import { SOON } from "#platform/provider-calls";
import type { CashbackDeps } from "../context.ts";
import type { InquiryReason, ToldState } from "../inquiries/inquiry-rules.ts";
import type { InquiryAdapter, InquiryAnswer } from "../inquiries/inquiry-types.ts";

const text = z.union([z.string(), z.number()]).transform(String);
/** A number of theirs: it becomes part of addresses, and is kept. */
const number = text.pipe(
  z
    .string()
    .regex(/^\w[\w.-]*$/)
    .max(100),
);
const STATES = { UNRESOLVED: "filed", VALID: "approved", DECLINED: "declined", INCOMPLETE: "incomplete" } as const;
const inquiry = z.object({
  Id: number,
  MediaPartnerInquiryId: text.nullish(),
  ResolutionStatus: z.enum(["UNRESOLVED", "VALID", "DECLINED", "INCOMPLETE"]),
  RejectReason: z.string().nullish(),
  ActionId: z.literal("").or(number).nullish(),
});

const ownNumber = z.object({ MediaPartnerInquiryId: text });

const REASONS: Readonly<Record<string, InquiryReason>> = {
  "This transaction has been tracked successfully": "tracked",
  "Another marketing channel was credited with the sale": "other_channel",
  "Another marketing channel was credited with the sale, due to a voucher/discount code used": "other_code",
  "Did not meet terms and conditions set by merchant": "terms",
  "Transaction not completed - Order cancelled, changed, or returned": "not_completed",
  "Transaction cannot be traced": "untraceable",
  "Transaction not fully completed online": "not_online",
  "Enquiry does not provide complete information required for evaluation": "facts_missing",
};

/** Null for what cannot be read. */
export function readInquiry(raw: unknown): (InquiryAnswer & { reference: string }) | null {
  const parsed = inquiry.safeParse(raw);
  if (!parsed.success) return null;
  const row = parsed.data;
  const state: ToldState = STATES[row.ResolutionStatus];
  return {
    ...{ id: row.Id, reference: row.MediaPartnerInquiryId ?? "", state },
    reason: state === "declined" ? (REASONS[row.RejectReason ?? ""] ?? "other") : null,
    order_key: row.ActionId || null,
  };
}

const unclear = (what: string): OutgoingError =>
  new OutgoingError(`Impact answered ${what}`, { status: null, unknown: true });

export function createImpactInquiries({ settings, calls }: Pick<CashbackDeps, "settings" | "calls">): InquiryAdapter {
  const base = `${settings.IMPACT_API_URL}/Mediapartners/${encodeURIComponent(settings.IMPACT_ACCOUNT_SID)}/ActionInquiries`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.IMPACT_ACCOUNT_SID}:${settings.IMPACT_AUTH_TOKEN}`).toString("base64")}`,
    "IR-Version": "16",
  };
  return {
    async find(reference) {
      const url = `${base}?${new URLSearchParams({ MediaPartnerInquiryId: reference })}`;
      const answer = await calls.json<{ ActionInquiries?: unknown } | null>("impact", { url, headers }, SOON);
      if (!Array.isArray(answer?.ActionInquiries)) throw unclear("with no list of inquiries");
      // A list that was not narrowed holds those of others.
      const own = answer.ActionInquiries.find(
        (one) => ownNumber.safeParse(one).data?.MediaPartnerInquiryId === reference,
      );
      if (!own) return null;
      const found = readInquiry(own);
      // It is there: to take it for nothing would file it a second time.
      if (!found) throw unclear("with an inquiry that cannot be read");
      return found;
    },
    async file(asking) {
      const form = new URLSearchParams({
        CampaignId: asking.programme_id,
        OrderId: asking.order_number,
        TransactionDate: asking.ordered_at.toISOString(),
        TransactionAmount: toMajor(asking.amount_minor),
        InquiryType: "UNTRACKED",
        MediaPartnerInquiryId: asking.reference,
        ...(asking.tracking_link && { TrackingLink: asking.tracking_link }),
      });
      // Once: whether it may be filed again is known by who looks for it first.
      const answer = await calls.json<{ Status?: unknown; Uri?: unknown } | null>(
        "impact",
        {
          ...{ url: base, method: "POST", body: form.toString() },
          headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        },
        { tries: 1, max_wait_ms: 30_000 },
      );
      const id = /\/ActionInquiries\/([\w.-]{1,40})$/.exec(String(answer?.Uri ?? ""))?.[1];
      if (answer?.Status !== "OK" || !id) throw unclear("with no number of the inquiry");
      return id;
    },
    async look(id, reference) {
      try {
        const raw = await calls.json<unknown>("impact", { url: `${base}/${encodeURIComponent(id)}`, headers }, SOON);
        const answer = readInquiry(raw);
        if (!answer) throw unclear("with no inquiry");
        // Another's would tell one member what was said about the purchase of another.
        if (answer.id !== id || (answer.reference && answer.reference !== reference))
          throw unclear("with another inquiry");
        return answer;
      } catch (error) {
        if (error instanceof OutgoingError && error.status === 404) return null;
        throw error;
      }
    },
  };
}
