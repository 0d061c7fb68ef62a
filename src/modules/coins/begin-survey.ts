/** Setting out for a survey: what it pays is kept as it was shown, and the partner is told by whom in a name that is its own. */
import type { Member } from "#identity";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { refOf } from "./begin-offer.ts";
import type { CoinsContext } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { CoinRefusal } from "./messages.ts";
import { COIN_PROVIDERS } from "./provider.types.ts";
import { readRules } from "./provider-store.ts";
import { birthYearOf, type Reader, type SurveyLists, WALL } from "./read-surveys.ts";
import { hasBonus } from "./reward-store.ts";
import { type CoinShares, coinsOf, sharesOf } from "./rules.ts";
import { insertVisit, lockMember } from "./start-store.ts";

export async function beginSurvey(
  context: CoinsContext,
  lists: SurveyLists,
  member: Pick<Member, "user_id" | "is_verified" | "plus_active">,
  asked: { provider: string; survey_id: string; reader: Reader },
  brand: CoinShares,
): Promise<Outcome<{ url: string }, CoinRefusal>> {
  if (!member.is_verified) return refused("not_verified");
  // SPEC §4: the first survey is ours, whichever way somebody came here.
  if (!(await hasBonus(context.database.db, member.user_id))) return refused("first_survey_first");
  const name = COIN_PROVIDERS.find((known) => known === asked.provider);
  const provider = name && context.providers.get(name);
  if (!provider?.enabled || provider.kind !== "surveys" || !provider.entry) return refused("survey_gone");
  const rules = await readRules(context.database.db, provider.name);
  if (rules.is_off) return refused("survey_gone");
  const shares = sharesOf(brand, rules.pay_share_bps);
  const wall = asked.survey_id === WALL && !provider.fetchSurveys;
  const surveys = wall ? [] : (await lists.find(asked.reader)).surveys;
  const found = surveys.find((one) => one.provider.name === name && one.survey.survey_id === asked.survey_id);
  if (!found && !wall) return refused("survey_gone");
  if (await context.limits.take(LIMITS.begin, member.user_id)) return refused("too_many_starts");
  const survey = found?.survey ?? null;
  const payout_micros = survey?.payout_micros ?? 0n;
  const birth_year = await birthYearOf(context, member.user_id);
  const url = await context.database.transaction(async (tx) => {
    await lockMember(tx, member.user_id);
    const user_ref = await refOf(tx, context, member.user_id, provider.name);
    const visit_id = newId("survey_visit");
    await insertVisit(tx, {
      ...{ visit_id, user_id: member.user_id, provider: provider.name, survey_id: survey?.survey_id ?? null, user_ref },
      ...{ coins: coinsOf(payout_micros, shares, member.plus_active), payout_micros },
      ...{ minutes: Math.round(survey?.minutes ?? 0), category: survey?.category ?? null, first_one: false },
      share_bps: member.plus_active ? shares.coin_plus_share_bps : shares.coin_share_bps,
      started_at: context.clock.now(),
    });
    return (
      provider.entry?.(survey, { ...asked.reader, user_ref, birth_year, start: visit_id.replaceAll("-", "") }) ?? ""
    );
  });
  lists.forget(member.user_id);
  return done({ url });
}
