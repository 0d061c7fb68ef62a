/** Surveys that a member can answer now, of all connected providers, best first by what a minute of them really pays and whether they suit. */
import { addDays } from "#platform/clock";
import { refOf } from "./begin-offer.ts";
import type { CoinsContext } from "./context.ts";
import { suits, topicInSpanish } from "./profile-questions.ts";
import type { CoinProvider, CoinProviderName, ProviderSurvey, Respondent } from "./provider.types.ts";
import { NO_RULES, readAllRules } from "./provider-store.ts";
import { type CoinShares, coinsOf, MAX_SURVEY_MICROS, sharesOf } from "./rules.ts";
import { lockMember, readRef } from "./start-store.ts";
import { endedSurveys, paceOf, readAnswers, readConsent } from "./survey-store.ts";

export type Chance = "high" | "fair" | "low";
export type SurveyItem = {
  /** Of provider and survey: what `/go/survey/` takes. */
  offer_id: string;
  click_url: string;
  title: string;
  coins: number;
  coins_plus: number;
  minutes: number;
  chance: Chance | null;
};
export type SurveyList = {
  items: readonly SurveyItem[];
  /** Partners whose surveys are listed on their own page alone. */
  walls: readonly { title: string; offer_id: string; click_url: string }[];
  /** Partners that did not answer just now, by name. */
  silent: readonly string[];
};

/** What is asked of a reader's request to list surveys: providers match by place and device. */
export type Reader = { user_id: string; address: string; user_agent: string; country: string; language: "en" | "es" };

/** In place of a survey's id: the partner's own page, where it asks and lists. */
export const WALL = "wall";

/** A page that is opened again soon asks nobody anew; a survey that has gone meanwhile says so when it is opened. */
const REMEMBER_SECONDS = 30;
const MAX_REMEMBERED = 5_000;
const MAX_SHOWN = 50;
/** Somebody who was turned away is not shown the survey again for so long. */
const AWAY_DAYS = 30;
const PACE_DAYS = 30;

const HIGH_BPS = 5_000;
const FAIR_BPS = 2_500;
export const chanceOf = (bps: number | null): Chance | null =>
  bps === null ? null : bps >= HIGH_BPS ? "high" : bps >= FAIR_BPS ? "fair" : "low";

const saneSurvey = (survey: ProviderSurvey): boolean =>
  /^[\w.:-]{1,100}$/.test(survey.survey_id) &&
  survey.payout_micros > 0n &&
  survey.payout_micros <= MAX_SURVEY_MICROS &&
  survey.minutes >= 0 &&
  survey.minutes <= 120;

/** Partners name topics in English; in Spanish one that nobody knows stays without a name, which its page calls a survey. */
const titleOf = (category: string | null, language: Reader["language"]): string =>
  (language === "es" ? topicInSpanish(category ?? "") : category) ?? "";

/** Only what `readAnswer` let through was ever stored. */
type Answers = Record<string, string | string[]>;
export type FoundSurvey = { provider: CoinProvider; survey: ProviderSurvey };
type Asked = { surveys: FoundSurvey[]; silent: CoinProvider[] };

/** What may leave of a member's answers: nothing without their word. */
export async function birthYearOf(context: Pick<CoinsContext, "database">, userId: string): Promise<string | null> {
  const { db } = context.database;
  if (!(await readConsent(db, userId))?.given) return null;
  const year = (await readAnswers(db, userId)).get("birth_year");
  return typeof year === "string" ? year : null;
}

export function createSurveyLists(context: CoinsContext) {
  const known = new Map<string, { asked: Promise<Asked>; until: number }>();

  async function respondentOf(reader: Reader, provider: CoinProviderName): Promise<Respondent> {
    const known = await readRef(context.database.db, reader.user_id, provider);
    // Their addresses of surveys hold it: who asks is who answers.
    const user_ref =
      known ??
      (await context.database.transaction(async (tx) => {
        await lockMember(tx, reader.user_id);
        return refOf(tx, context, reader.user_id, provider);
      }));
    return { ...reader, user_ref, birth_year: await birthYearOf(context, reader.user_id) };
  }

  async function ask(reader: Reader): Promise<Asked> {
    const rules = await readAllRules(context.database.db);
    const off = new Set([...rules].filter(([, { is_off }]) => is_off).map(([name]) => name));
    const surveys: FoundSurvey[] = [];
    const silent: CoinProvider[] = [];
    await Promise.all(
      [...context.providers.values()].map(async (provider) => {
        if (!provider.enabled || !provider.fetchSurveys || off.has(provider.name)) return;
        try {
          const found = await provider.fetchSurveys(await respondentOf(reader, provider.name));
          surveys.push(...found.filter(saneSurvey).map((survey) => ({ provider, survey })));
        } catch (error) {
          context.log.warn({ err: error, provider: provider.name }, "a list of surveys could not be read");
          silent.push(provider);
        }
      }),
    );
    return { surveys, silent };
  }

  function find(reader: Reader): Promise<Asked> {
    const now = context.clock.now().getTime();
    const before = known.get(reader.user_id);
    if (before && before.until > now) return before.asked;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const asked = ask(reader);
    known.set(reader.user_id, { asked, until: now + REMEMBER_SECONDS * 1_000 });
    // What could not be asked is asked again.
    asked.catch(() => {
      if (known.get(reader.user_id)?.asked === asked) known.delete(reader.user_id);
    });
    return asked;
  }

  return {
    find,
    /** After a survey has ended, its list is another. */
    forget: (userId: string): void => void known.delete(userId),
    async read(reader: Reader, brand: CoinShares): Promise<SurveyList> {
      const { db } = context.database;
      const now = context.clock.now();
      const [{ surveys, silent }, rules, ended, paces, answers] = await Promise.all([
        find(reader),
        readAllRules(db),
        endedSurveys(db, reader.user_id, addDays(now, -AWAY_DAYS)),
        paceOf(db, addDays(now, -PACE_DAYS)),
        readAnswers(db, reader.user_id),
      ]);
      // What was asked for a moment ago is not shown when its provider is off by now.
      const isOn = ({ name }: CoinProvider) => !rules.get(name)?.is_off;
      const sharesAt = ({ name }: CoinProvider) => sharesOf(brand, (rules.get(name) ?? NO_RULES).pay_share_bps);
      const open = surveys.filter(
        ({ provider, survey }) => isOn(provider) && !ended.has(`${provider.name}:${survey.survey_id}`),
      );
      const rated = open.map(({ provider, survey }) => {
        const coins = coinsOf(survey.payout_micros, sharesAt(provider), false);
        // By the minutes that are said and the chance to get through; what its partner's really paid weighs as much.
        const said = (Number(coins) * ((survey.completion_bps ?? 3_000) / 10_000)) / Math.max(1, survey.minutes);
        const real = paces.get(provider.name);
        const pays = real === undefined ? said : Math.sqrt(Math.max(0.01, said) * real);
        return { provider, survey, coins, worth: pays * suits(Object.fromEntries(answers) as Answers, survey) };
      });
      return {
        silent: silent.filter(isOn).map(({ title }) => title),
        walls: [...context.providers.values()]
          .filter((one) => one.enabled && one.kind === "surveys" && !one.fetchSurveys && one.entry && isOn(one))
          .map(({ name, title }) => ({ title, offer_id: `${name}.${WALL}`, click_url: `/go/survey/${name}/${WALL}` })),
        items: rated
          .filter(({ coins }) => coins > 0n)
          .toSorted(
            (one, other) => other.worth - one.worth || one.survey.survey_id.localeCompare(other.survey.survey_id),
          )
          .slice(0, MAX_SHOWN)
          .map(({ provider, survey, coins }) => ({
            offer_id: `${provider.name}.${survey.survey_id}`,
            click_url: `/go/survey/${provider.name}/${encodeURIComponent(survey.survey_id)}`,
            title: titleOf(survey.category, reader.language),
            coins: Number(coins),
            coins_plus: Number(coinsOf(survey.payout_micros, sharesAt(provider), true)),
            minutes: Math.max(1, Math.round(survey.minutes)),
            chance: chanceOf(survey.completion_bps),
          })),
      };
    },
  };
}
export type SurveyLists = ReturnType<typeof createSurveyLists>;
