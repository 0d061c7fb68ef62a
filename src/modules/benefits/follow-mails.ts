/** Claims that began with a store's mail follow what its later mails say: what was given back takes its share of the rebate along. */
import { claimsOfMails, noteMailRefund } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { eachClaim, followLess } from "./follow-claims.ts";
import { refundsOf } from "./mail-purchases.ts";

/** The purchases of this member whose refunds are to be looked at once more. */
export async function followPurchases(
  context: BenefitsDeps,
  userId: string,
  purchases: readonly string[],
): Promise<void> {
  if (purchases.length === 0) return;
  const claims = await claimsOfMails(context.database.db, userId, purchases);
  if (claims.length === 0) return;
  const sums = refundsOf(await context.mailboxes.factsOfMember(userId));
  const smaller = claims.filter(({ mail }) => mail && (sums.get(mail.purchase) ?? 0n) > BigInt(mail.refunded_minor));
  await eachClaim(context, smaller, async (tx, { mail, ...claim }) => {
    const refunded = sums.get(mail?.purchase ?? "") ?? 0n;
    if (!mail || refunded <= BigInt(mail.refunded_minor)) return null;
    await noteMailRefund(tx, claim.claim_id, refunded);
    return followLess(tx, context, { ...claim, mail: { ...mail, refunded_minor: refunded.toString() } });
  });
}

/** The job: a mail was read that may tell of a refund. */
export async function followMail(context: BenefitsDeps, mailId: string): Promise<void> {
  const facts = await context.mailboxes.factsOf(mailId);
  const [fact] = facts;
  if (fact) await followPurchases(context, fact.user_id, [...refundsOf(facts).keys()]);
}
