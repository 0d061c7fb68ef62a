/** Whoever opens an account agrees to the legal texts, and hears at once of what is to change in them: the others were told before. */
import type { Agreements } from "#content";
import type { Tx } from "#platform/database";
import type { IdentityContext } from "./context.ts";
import { changeLetter, partnerOfPage } from "./letters-of-law.ts";
import { findUser } from "./store.ts";

type Context = Pick<IdentityContext, "agreements" | "notifications" | "partners">;

export async function agreeToLegal(
  tx: Tx,
  { agreements, notifications, partners }: Context,
  { partner, ...agreeing }: Omit<Parameters<Agreements["agree"]>[1], "brand"> & { partner: string },
): Promise<void> {
  const coming = await agreements.agree(tx, { ...agreeing, brand: partners.named(partner) });
  const user = coming.length > 0 ? await findUser(tx, agreeing.user_id) : null;
  if (!user) return;
  const read = { partner: partnerOfPage(partners, partner) };
  for (const { edition, document, from } of coming)
    await notifications.queue(tx, {
      ...changeLetter("comes", edition, user.user_id, { ...read, document, from: from.toISOString() }),
      recipient: user,
    });
}
