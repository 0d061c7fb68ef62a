/** Order mails of a story: forwarded to a member's address by the sandbox's Mailgun, and what is read of them. */
import type { MailFact } from "#mailboxes";
import type { World } from "./world.ts";

export type MailWish = {
  /** A host of the sandbox's stores; absent: one that the seed draws. */
  domain?: string;
  kind?: "order" | "shipped" | "out_for_delivery" | "delivered" | "refund" | "receipt" | "stay" | "car";
  language?: "en" | "es";
  seed: number;
  /** `store` (as usual), `nobody`, or another host. */
  signed_by?: string;
  by_hand?: string;
  layout?: number;
  /** When the store sent it; absent: now. */
  at?: string;
};

type Sent = { truth: Record<string, unknown>; store: { name: string; domain: string } };

export async function handInMail(world: World, userId: string, wish: MailWish): Promise<Sent & { facts: MailFact[] }> {
  const to = await world.mailboxes.address(userId);
  const before = new Set((await world.mailboxes.factsOfMember(userId)).map(({ fact_id }) => fact_id));
  const sent = await world.control<Sent>("/mailboxes/send", { to, ...wish });
  await world.control("/postbacks/idle", {});
  await world.work();
  const facts = (await world.mailboxes.factsOfMember(userId)).filter(({ fact_id }) => !before.has(fact_id));
  return { ...sent, facts };
}
