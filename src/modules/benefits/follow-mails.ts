/** Claims that began with a store's mail follow what its later mails say: what was given back takes its share of the rebate along. */
import { type Claim, claimsOfMails } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { eachClaim, followTold } from "./follow-claims.ts";
import { refundsOf } from "./mail-purchases.ts";
import { tellsMore } from "./refunds-told.ts";

/** The purchases of this member whose refunds are to be looked at once more. */
export async function followPurchases(
  context: BenefitsDeps,
  userId: string,
  purchases: readonly string[],
): Promise<void> {
  if (purchases.length === 0) return;
  const claims = await claimsOfMails(context.database.db, userId, purchases);
  if (claims.length === 0) return;
  const refunds = refundsOf(await context.mailboxes.factsOfMember(userId));
  const toldMore = ({ mail }: Claim) => {
    const refunded = mail && refunds.get(mail.purchase);
    return refunded && tellsMore(mail, refunded) ? refunded : null;
  };
  await eachClaim(context, claims.filter(toldMore), async (tx, claim) => {
    const refunded = toldMore(claim);
    return refunded ? followTold(tx, context, claim, refunded) : null;
  });
}

/** The job: a mail was read that may tell of a refund. */
export async function followMail(context: BenefitsDeps, mailId: string): Promise<void> {
  const facts = await context.mailboxes.factsOf(mailId);
  const [fact] = facts;
  if (fact) await followPurchases(context, fact.user_id, [...refundsOf(facts).keys()]);
}
