/** What the books say of the member who has come to the end of the flow; nothing for a visitor. */
import type { Purchase } from "#landing";
import { pageContext, servicesContext } from "#services";
import type { Context } from "./flow-request.ts";

export type Outcome = {
  name: string | null;
  email: string | null;
  membership: {
    tier: string;
    trial: boolean;
    joined_on: string;
    number: string | null;
    paid_minor: string | null;
    card: string | null;
    next: { on: string; amount_minor: string } | null;
  } | null;
  bonus: { amount_minor: string } | null;
  extras: { tier: string; paid_minor: string; next: { on: string; amount_minor: string } | null }[];
  purchases: Purchase[];
};

export async function readOutcome(context: Context): Promise<Outcome> {
  const { member } = context.get(pageContext);
  const { landing } = context.get(servicesContext);
  if (!member) return { name: null, email: null, membership: null, bonus: null, extras: [], purchases: [] };
  const purchases = await landing.upsells.purchases(member.user_id);
  return { name: member.name, email: member.email, ...(await landing.outcome(member.user_id)), purchases };
}
