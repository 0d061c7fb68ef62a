/** `/surveys`: what a member can answer now, best first; for a visitor how surveys pay. One short survey of ours comes first. */
import { useLocation } from "react-router";
import { track } from "#client/track.ts";
import type { SurveyItem } from "#coins";
import { pageContext, servicesContext } from "#services";
import { ButtonLink, DeadButton } from "#ui/button.tsx";
import { Coins } from "#ui/coins.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatCount } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { COIN_REFUSALS, type CoinRefusal } from "../messages.ts";
import { PROFILE_QUESTIONS } from "../profile-questions.ts";
import type { Route } from "./+types/surveys";
import { EarnHead, NothingOpen } from "./earn-head.tsx";
import { noteSurvey } from "./note-survey.ts";
import { minutesWords } from "./offer-words.ts";
import { ResendNote } from "./resend-note.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => {
    const none = loaderData?.open.surveys === false;
    return {
      title: none ? t("No surveys here right now") : t("Surveys that pay coins"),
      description: none
        ? t("Coins become gift cards or cash, at their full worth.")
        : t("Answer surveys that fit you, best paid by the minute first. Coins become gift cards or cash."),
      path: "/surveys",
      noindex: none,
    };
  });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, brand, visit, language } = context.get(pageContext);
  const asked = url.searchParams.get("why");
  const refusal = asked !== null && asked in COIN_REFUSALS ? COIN_REFUSALS[asked as CoinRefusal] : null;
  const why = refusal ? refusal[language] : null;
  const screened_out = brand.screened_out_coins;
  const { coins } = context.get(servicesContext);
  const open = await coins.ways.open();
  const nobody = { member: null, list: null, first: null, why, screened_out, unanswered: 0, open };
  if (!member) return { ...nobody, answered: false };
  // What they told of themselves stays theirs to change and to delete.
  if (!open.surveys)
    return { ...nobody, answered: Object.keys((await coins.profile(member.user_id)).answers).length > 0 };
  const country = member.country_code ?? brand.offer.countries[0] ?? "US";
  const reader = { user_id: member.user_id, address: visit.address, user_agent: visit.user_agent, country, language };
  const [list, first, profile] = await Promise.all([
    coins.surveys(reader, brand),
    coins.onboarding(member.user_id, brand),
    coins.profile(member.user_id),
  ]);
  return {
    member: { is_verified: member.is_verified, plus: member.plus_active },
    list,
    first: first === "completed" ? null : first,
    open,
    answered: first === "completed",
    why,
    screened_out,
    unanswered: PROFILE_QUESTIONS.filter(({ id }) => profile.answers[id] === undefined).length,
  };
}

const chanceWords = (chance: NonNullable<SurveyItem["chance"]>, t: Translate): string =>
  chance === "high"
    ? t("Chance to qualify: high")
    : chance === "fair"
      ? t("Chance to qualify: fair")
      : t("Chance to qualify: low");

function SurveyRow({ survey, locked, plus }: { survey: SurveyItem; locked: boolean; plus: boolean }) {
  const t = useText();
  const title = survey.title || t("Survey");
  const minutes = minutesWords(survey.minutes, t);
  return (
    <li className="survey-row">
      <span className="tile tile-40 tile-icon">
        <Icon name={locked ? "lock" : "file-text"} />
      </span>
      <div>
        <h3>{title}</h3>
        <p className="small muted">{survey.chance ? `${minutes}. ${chanceWords(survey.chance, t)}` : minutes}</p>
      </div>
      <Coins count={String(plus ? survey.coins_plus : survey.coins)} />
      {locked ? (
        <DeadButton size="sm">{t("Locked")}</DeadButton>
      ) : (
        <ButtonLink
          size="sm"
          href={survey.click_url}
          rel="nofollow"
          aria-label={t("Start “{{name}}”, {{count}} coins", {
            name: title,
            count: formatCount(plus ? survey.coins_plus : survey.coins),
          })}
          onClick={() => noteSurvey(survey)}
        >
          {t("Start")}
        </ButtonLink>
      )}
    </li>
  );
}

function HowItPays({ data }: { data: Route.ComponentProps["loaderData"] }) {
  const t = useText();
  const { member, first, screened_out } = data;
  return (
    <aside className="grid content-start [--gap:1rem]">
      <section className="card p-5">
        <h2 className="text-lg">{t("How surveys pay")}</h2>
        <ol className="trail trail-v mt-4">
          <li className={member?.is_verified ? "done" : "todo"}>
            <span className="dot">
              <Icon name={member?.is_verified ? "check" : "circle"} />
            </span>
            <b className="step">{t("Confirm your email")}</b>
          </li>
          <li className={member && !first ? "done" : "todo"}>
            <span className="dot">
              <Icon name={member && !first ? "check" : "circle"} />
            </span>
            <b className="step">{t("First survey")}</b>
            <p>
              {first
                ? t("{{count}} coins, credited at once", { count: first.coins_advertised })
                : t("Credited at once")}
            </p>
          </li>
          <li className="todo">
            <span className="dot">
              <Icon name="list-checks" />
            </span>
            <b className="step">{t("Any survey")}</b>
            <p>{t("Coins arrive when the partner confirms, most within minutes")}</p>
          </li>
        </ol>
      </section>
      {screened_out > 0 && (
        <Note>
          {t(
            "Turned away halfway? When the partner tells us, you get {{count}} coins for your time, up to five times a day.",
            {
              count: screened_out,
            },
          )}
        </Note>
      )}
      {member && (
        <p className="small muted">
          {t("Several people on one device?")} <a href="/account/survey/smsVerify">{t("Confirm your phone")}</a>
        </p>
      )}
    </aside>
  );
}

export default function Surveys({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { member, list, first, why, unanswered, open, answered } = loaderData;
  const items = list?.items ?? [];
  const locked = first !== null || !member?.is_verified;
  return (
    <Frame current="earn">
      <div className="wrap section-tight">
        <EarnHead current="surveys" {...(list ? { counts: { surveys: items.length } } : {})} />
        <div className="layout-2 mt-6">
          <div>
            {why && (
              <div className="mb-5">
                <Note kind="bad">{why}</Note>
              </div>
            )}
            {!open.surveys && <NothingOpen open={open} wanted="surveys" />}
            {!open.surveys && answered && (
              <p className="small mt-4">
                <a href="/account/survey/onboarding">{t("Your answers for surveys")}</a>
              </p>
            )}
            {!member && open.surveys && (
              <section className="cover-card">
                <h2>{t("Your opinion, paid by the minute")}</h2>
                <p>
                  {t(
                    "Join free, confirm your email, and answer one short survey. Then those open to you are listed here, best paid first.",
                  )}
                </p>
                <ButtonLink look="on-cover" size="lg" href="/register">
                  {t("Join free")}
                </ButtonLink>
              </section>
            )}
            {member && !member.is_verified && <ResendNote />}
            {member?.is_verified && first && (
              <section className="cover-card">
                <h2>{t("One short survey first")}</h2>
                <p>{t("It puts surveys that suit you first. You can leave out any question.")}</p>
                <p className="row mt-3 [--gap:1.25rem]">
                  <span className="row [--gap:.375rem]">
                    <Icon name="clock" size="sm" />
                    {minutesWords(first.survey_estimated_time_in_mins, t)}
                  </span>
                  <Coins count={String(first.coins_advertised)} />
                </p>
                <ButtonLink
                  look="on-cover"
                  size="lg"
                  href={first.click_url}
                  onClick={() => track("survey_start", { label: "first" })}
                >
                  {t("Start the first survey")}
                </ButtonLink>
              </section>
            )}
            {member && (
              <>
                <h2 className="mt-7 mb-2">{locked ? t("Waiting for you after it") : t("Open for you now")}</h2>
                {list && list.silent.length > 0 && (
                  <Note kind="wait">
                    {t("{{partners}} didn't answer just now. Their surveys are missing here; try again in a minute.", {
                      partners: list.silent.join(", "),
                    })}
                  </Note>
                )}
                {items.length > 0 ? (
                  <ul>
                    {items.map((survey) => (
                      <SurveyRow key={survey.offer_id} survey={survey} locked={locked} plus={member.plus} />
                    ))}
                  </ul>
                ) : (
                  <Empty
                    title={t("Nothing fits you right now")}
                    icon="file-text"
                    action={
                      open.offers && (
                        <a className="btn btn-secondary btn-sm" href="/offers">
                          {t("See offers")}
                        </a>
                      )
                    }
                  >
                    {open.offers
                      ? t("New surveys come all day. In the meantime, offers pay.")
                      : t("New surveys come all day.")}
                  </Empty>
                )}
                {!locked && list && list.walls.length > 0 && (
                  <>
                    <h2 className="mt-7 mb-2 text-xl">{t("More on partners' own pages")}</h2>
                    <ul>
                      {list.walls.map(({ title, offer_id, click_url }) => (
                        <li className="survey-row" key={offer_id}>
                          <span className="tile tile-40 tile-icon">
                            <Icon name="external-link" />
                          </span>
                          <div>
                            <h3>{title}</h3>
                            <p className="small muted">
                              {t("They ask a few questions first and then show what each pays.")}
                            </p>
                          </div>
                          <ButtonLink
                            size="sm"
                            href={click_url}
                            rel="nofollow"
                            aria-label={t("Go to {{name}}", { name: title })}
                            onClick={() => noteSurvey({ offer_id, click_url })}
                          >
                            {t("Go there")}
                          </ButtonLink>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
                {!first && (
                  <p className="small mt-4">
                    <a href="/account/survey/onboarding">{t("Your answers for surveys")}</a>
                    {unanswered > 0 && items[0] && (
                      <>
                        {" · "}
                        <a href={`/account/survey/targeting/${encodeURIComponent(items[0].offer_id)}`}>
                          {t("Answer a few questions first")}
                        </a>
                      </>
                    )}
                  </p>
                )}
              </>
            )}
          </div>
          {open.surveys && <HowItPays data={loaderData} />}
        </div>
      </div>
    </Frame>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return (
    <Frame current="earn">
      <div className="wrap py-10">
        <ErrorState retryHref={pathname} />
      </div>
    </Frame>
  );
}
