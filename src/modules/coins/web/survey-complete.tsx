/** `/survey/{platform_name}/complete`: where partners send people back to. How it ended, and what happens now. */
import { useEffect } from "react";
import { refreshSummary } from "#client/summary.ts";
import type { SurveyReturn } from "#coins";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { Coins } from "#ui/coins.tsx";
import { Coin, Icon } from "#ui/icon.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useEarnKinds } from "#ui/shell/places.ts";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import { reasonWords } from "../reason-words.ts";
import type { Route } from "./+types/survey-complete";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Your survey"),
    description: t("How it ended, and what happens now."),
    path: "/surveys",
    noindex: true,
  }));

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { member } = context.get(pageContext);
  const target = `${url.pathname}${url.search}`;
  const told = await context
    .get(servicesContext)
    .coins.surveyReturn(String(params.platform_name), target, member?.user_id ?? null);
  if (!told) throw new Response("There is no such partner.", { status: 404 });
  return { told, signed_in: member !== null };
}

function headline({ result, state }: SurveyReturn, t: Translate): { title: string; lead: string } {
  if (result === "complete")
    return state === "credited"
      ? { title: t("Done, and paid"), lead: t("The partner confirmed it. The coins are yours.") }
      : state === "held"
        ? { title: t("Done"), lead: t("A person is looking at it before the coins are yours. You get an answer here.") }
        : {
            title: t("Done"),
            lead: t("The partner tells us soon, usually within minutes. You don't have to wait here."),
          };
  if (result === null)
    return {
      title: t("Back from the survey"),
      lead: t("The partner has not told us yet how it ended. Coins show up by themselves."),
    };
  if (result === "quota_full")
    return { title: t("It filled up in the meantime"), lead: t("They had enough answers before you finished.") };
  if (result === "too_fast")
    return {
      title: t("That was too fast for them"),
      lead: t("The partner found the answers too fast to have been read. Take your time with the next one."),
    };
  return {
    title: t("Not this one"),
    lead: t("The survey was looking for other people. That is about the survey, not about you."),
  };
}

export default function SurveyComplete({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { told, signed_in } = loaderData;
  const { title, lead } = headline(told, t);
  const done = told.result === "complete";
  const better = useEarnKinds().includes("offers") && !done;
  const known = told.result !== null && !done && !["quota_full", "too_fast", "screened_out"].includes(told.result);
  useEffect(() => void refreshSummary(), []);
  return (
    <Frame current="earn">
      <div className="wrap wrap-narrow grid justify-items-center py-10 text-center [--gap:1rem]">
        {done ? <Coin penny className="coin-48" /> : <Icon name="info" size="xl" />}
        <h1>{title}</h1>
        <p className="lead">{known ? reasonWords(told.result)?.[language] : lead}</p>
        {done && told.coins !== null && (
          <p className="text-xl">
            <Coins count={String(told.coins)} />
          </p>
        )}
        {told.consolation > 0 && <p>{t("You got {{count}} coins for your time.", { count: told.consolation })}</p>}
        <div className="row mt-3">
          <ButtonLink look="primary" href="/surveys">
            {t("Next survey")}
          </ButtonLink>
          <ButtonLink href={better ? "/account/promoteBetterOffer" : "/account/coin/history"}>
            {better ? t("Offers that pay more") : t("Coin history")}
          </ButtonLink>
        </div>
        {!signed_in && <p className="small muted">{t("Log in to see your coins.")}</p>}
      </div>
    </Frame>
  );
}
