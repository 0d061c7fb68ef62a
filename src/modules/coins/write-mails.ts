/** Mails about coins: one for each change that a member should hear of, once. Small surveys are told on the page alone. */
import type { CoinsContext } from "./context.ts";
import { startId } from "./ids.ts";
import { type CoinFacts, coinsCredited, coinsRefused, coinsReversed } from "./letters.ts";
import { reasonWords } from "./reason-words.ts";
import { readReward, readRewardEvents } from "./reward-store.ts";

const LETTERS = { credited: coinsCredited, reversed: coinsReversed, refused: coinsRefused } as const;

export async function writeRewardMail(
  context: CoinsContext,
  change: { reward_id: string; sequence: number },
): Promise<void> {
  const { db } = context.database;
  const reward = await readReward(db, change.reward_id);
  const events = await readRewardEvents(db, [change.reward_id]);
  const event = events.find(({ sequence }) => sequence === change.sequence);
  if (!reward || !event) return;
  const letter = LETTERS[event.state as keyof typeof LETTERS];
  if (!letter || reward.provider === "house" || (reward.kind === "survey" && event.state === "credited")) return;
  // What was taken back before it was given was never the member's.
  if (event.state === "reversed" && change.sequence === 1) return;
  // Nor what was refused, which they have read.
  const before = events.find(({ sequence }) => sequence === change.sequence - 1);
  if (event.state === "reversed" && before?.state === "refused") return;
  const contact = await context.identity.contact(reward.user_id);
  if (!contact) return;
  const facts: CoinFacts = {
    coins: String(event.coins),
    name: reward.name,
    reason: reasonWords(event.reason),
    start_id: reward.start_id ? startId.show(reward.start_id) : null,
  };
  await context.database.transaction((tx) =>
    context.notifications.queue(tx, {
      cause: `coin-reward:${reward.reward_id}:${change.sequence}`,
      recipient: { ...contact, user_id: reward.user_id },
      letter: letter(facts),
    }),
  );
}
