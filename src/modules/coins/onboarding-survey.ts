/**
 * The first survey: our own questions, each optional. It pays a few coins once an account, from the house, and no answer leaves
 * without the member's word, which is kept as it was asked.
 */
import type { Member } from "#identity";
import { newId, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CoinsContext } from "./context.ts";
import type { CoinRefusal } from "./messages.ts";
import { ANSWERS_CONSENT, ONBOARDING_MINUTES, PROFILE_QUESTIONS, readAnswer } from "./profile-questions.ts";
import { hasBonus, type RewardRow } from "./reward-store.ts";
import type { CoinShares } from "./rules.ts";
import { settleReward } from "./settle-reward.ts";
import { lockMember } from "./start-store.ts";
import { deleteAnswers, insertConsent, readAnswers, readConsent, setAnswer } from "./survey-store.ts";

/** The reply of `GET /api/user/survey/list/onboarding` (SPEC §3). */
export type OnboardingSurvey =
  | "completed"
  | { coins_advertised: number; survey_estimated_time_in_mins: number; click_url: string };

const nameOf = (userId: string): string => `onboarding:${userId}`;

export async function readOnboarding(
  context: CoinsContext,
  userId: string,
  brand: CoinShares,
): Promise<OnboardingSurvey> {
  if (await hasBonus(context.database.db, userId)) return "completed";
  return {
    coins_advertised: brand.onboarding_survey_coins,
    survey_estimated_time_in_mins: ONBOARDING_MINUTES,
    click_url: "/account/survey/onboarding",
  };
}

export type ProfileAnswers = {
  answers: Record<string, string | string[]>;
  consent: { given: boolean; at: string } | null;
};

export async function readProfile(context: CoinsContext, userId: string): Promise<ProfileAnswers> {
  const [answers, consent] = await Promise.all([
    readAnswers(context.database.db, userId),
    readConsent(context.database.db, userId),
  ]);
  // Only what `readAnswer` let through was ever stored.
  return {
    answers: Object.fromEntries(answers) as ProfileAnswers["answers"],
    consent: consent ? { given: consent.given, at: consent.at.toISOString() } : null,
  };
}

/** Keeps answers; a question that is not named stays as it was, one that is emptied goes. What cannot be read is refused by name. */
export async function saveProfile(
  context: CoinsContext,
  member: Pick<Member, "user_id" | "language">,
  given: { answers: Readonly<Record<string, unknown>>; consent: boolean },
): Promise<Outcome<null, "answer_invalid">> {
  const now = context.clock.now();
  const read = new Map<string, string | string[] | null>();
  for (const question of PROFILE_QUESTIONS) {
    const answer = given.answers[question.id];
    if (answer === undefined) continue;
    const empty = answer === null || answer === "" || (Array.isArray(answer) && answer.length === 0);
    const kept = empty ? null : readAnswer(question, answer, now.getUTCFullYear());
    if (kept === undefined) return refused("answer_invalid", { question: question.id });
    read.set(question.id, kept);
  }
  await context.database.transaction(async (tx) => {
    await lockMember(tx, member.user_id);
    for (const [question, answer] of read) await setAnswer(tx, member.user_id, question, answer, now);
    const before = await readConsent(tx, member.user_id);
    if (before?.given === given.consent) return;
    await insertConsent(tx, {
      ...{
        consent_id: newId("answer_consent"),
        user_id: member.user_id,
        language: member.language,
        given: given.consent,
      },
      ...{ text_hash: sha256(ANSWERS_CONSENT[member.language]), at: now },
    });
  });
  return done(null);
}

/** Everything that was answered goes, and the word with it. */
export async function deleteProfile(
  context: CoinsContext,
  member: Pick<Member, "user_id" | "language">,
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await lockMember(tx, member.user_id);
    await deleteAnswers(tx, member.user_id);
    if (!(await readConsent(tx, member.user_id))?.given) return;
    await insertConsent(tx, {
      ...{ consent_id: newId("answer_consent"), user_id: member.user_id, language: member.language, given: false },
      ...{ text_hash: sha256(ANSWERS_CONSENT[member.language]), at: now },
    });
  });
}

/** The first survey is done, whatever was left out: its coins come once. */
export async function finishOnboarding(
  context: CoinsContext,
  member: Pick<Member, "user_id" | "is_verified">,
  brand: CoinShares,
): Promise<Outcome<{ coins: number }, CoinRefusal>> {
  if (!member.is_verified) return refused("not_verified");
  const now = context.clock.now();
  const coins = BigInt(brand.onboarding_survey_coins);
  await context.database.transaction(async (tx) => {
    await lockMember(tx, member.user_id);
    if (await hasBonus(tx, member.user_id)) return;
    const reward: RewardRow = {
      ...{ reward_id: newId("coin_reward"), provider: "house", tx_id: nameOf(member.user_id), user_id: member.user_id },
      ...{ kind: "bonus", start_id: null, visit_id: null, offer_id: null, goal_id: null, name: "" },
      ...{ coins, payout_micros: 0n, told_coins: null, state: "credited", reason: null },
      ...{
        posted_pending: 0n,
        posted_confirmed: 0n,
        posted_receivable: 0n,
        sequence: 0,
        created_at: now,
        changed_at: now,
      },
    };
    await settleReward(tx, context, reward, { state: "credited", reason: null, by: "tuppence" }, brand);
  });
  return done({ coins: Number(coins) });
}
