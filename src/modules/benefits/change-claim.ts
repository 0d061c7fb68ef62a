/** What a member does with a claim of theirs: brings what is asked for, appeals, takes it back. */
import { civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { storableText } from "#platform/storable-json";
import { workingDaysAfter } from "#platform/working-days";
import { receiptId } from "#receipts";
import type { ClaimPage } from "./benefits.types.ts";
import {
  addReceipts,
  type Claim,
  claimsOfMails,
  claimsOfOrders,
  lockClaim,
  lockMember,
  readReceiptIds,
} from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { answerDay, decideClaim } from "./decide-claim.ts";
import { rebateClaimId } from "./ids.ts";
import { isOfMail } from "./mail-purchases.ts";
import type { BenefitRefusal } from "./messages.ts";
import { appealUntil, readClaimPage } from "./read-claims.ts";
import { MAX_RECEIPTS } from "./send-claim.ts";
import { causeOf, mayBecome, moveClaim, reserve } from "./settle-claim.ts";

/** An appeal is somebody else's work, and gets more days. */
export const APPEAL_ANSWER_DAYS = 5;
const MAX_WORDS = 2_000;

type Asked = { user_id: string; claim_id: string };
type Done = Outcome<ClaimPage, BenefitRefusal>;
const wordsOf = (words: string): string => storableText(words).trim().slice(0, MAX_WORDS);

/** Its own claim, locked behind its member; `act` says what becomes of it. */
async function change(
  context: BenefitsDeps,
  { user_id, claim_id }: Asked,
  act: (tx: Tx, claim: Claim) => Promise<Outcome<null, BenefitRefusal>>,
): Promise<Outcome<string, BenefitRefusal>> {
  const id = rebateClaimId.read(claim_id);
  if (!id) return refused("unknown_claim");
  return context.database.transaction(async (tx) => {
    await lockMember(tx, user_id);
    const claim = await lockClaim(tx, id);
    if (claim?.user_id !== user_id) return refused("unknown_claim");
    const outcome = await act(tx, claim);
    return outcome.ok ? done(id as string) : outcome;
  });
}

async function shown(context: BenefitsDeps, userId: string, changed: Outcome<string, BenefitRefusal>): Promise<Done> {
  if (!changed.ok) return changed;
  const page = await readClaimPage(context, userId, changed.value);
  return page ? done(page) : refused("unknown_claim");
}

export async function answerClaim(
  context: BenefitsDeps,
  asked: Asked & { receipt_ids: readonly string[]; words: string },
): Promise<Done> {
  const told = [...new Set(asked.receipt_ids)].map((id) => receiptId.read(id));
  const ids = told.filter((id) => id !== null);
  if (ids.length < told.length) return refused("unknown_receipt");
  const words = wordsOf(asked.words);
  const changed = await change(context, asked, async (tx, claim) => {
    if (claim.state !== "asked") return refused("not_now");
    if (ids.length === 0 && words === "") return refused("answer_missing");
    if (ids.length > MAX_RECEIPTS) return refused("too_many_receipts");
    const wish = { receipt_ids: ids, user_id: claim.user_id, cause: causeOf(claim) };
    const bound = await context.receipts.use(tx, wish);
    if (!bound.ok) return bound;
    await addReceipts(tx, claim.claim_id, ids);
    await moveClaim(tx, context, claim, { state: "reading", by: "member", words, answer_by: answerDay(context) });
    return done(null);
  });
  if (changed.ok) await decideClaim(context, changed.value);
  return shown(context, asked.user_id, changed);
}

/** Its part of the limits is set aside anew, as far as it fits by now, and its papers are bound again. */
export async function appealClaim(context: BenefitsDeps, asked: Asked & { words: string }): Promise<Done> {
  const words = wordsOf(asked.words);
  const { user_id } = asked;
  const changed = await change(context, asked, async (tx, claim) => {
    const until = appealUntil(claim);
    if (until === null) return refused("not_now");
    const now = context.clock.now();
    if (civilDate(now) > until) return refused("too_late");
    if (words === "") return refused("words_missing");
    const beside = claim.order_id === null ? [] : await claimsOfOrders(tx, [claim.order_id]);
    const told = claim.mail;
    const mailed = told
      ? (await claimsOfMails(tx, user_id, [told.purchase])).filter(({ mail }) => mail && isOfMail(mail, told))
      : [];
    if ([...beside, ...mailed].some(({ type }) => type === claim.type)) return refused("order_claimed");
    const receipt_ids = await readReceiptIds(tx, claim.claim_id);
    // A paper that is gone by now is a matter for whoever looks at the appeal; the others prove this and nothing else.
    const bound = await context.receipts.use(tx, { receipt_ids, user_id, cause: causeOf(claim), gone: "left out" });
    if (!bound.ok) return bound;
    await moveClaim(tx, context, claim, {
      ...{ state: "appealed", by: "member", words, appeal_words: words, reason: claim.reason },
      reservation: await reserve(tx, context, claim),
      answer_by: civilDate(workingDaysAfter(now, APPEAL_ANSWER_DAYS)),
    });
    return done(null);
  });
  return shown(context, asked.user_id, changed);
}

export async function withdrawClaim(context: BenefitsDeps, asked: Asked): Promise<Done> {
  const changed = await change(context, asked, async (tx, claim) => {
    if (claim.state === "withdrawn") return done(null);
    if (!mayBecome(claim.state, "withdrawn")) return refused("not_now");
    await moveClaim(tx, context, claim, { state: "withdrawn", by: "member" });
    return done(null);
  });
  return shown(context, asked.user_id, changed);
}
