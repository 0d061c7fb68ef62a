import { ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/summary";
import { readOutcome } from "./end-facts.ts";
import { JoinedSlip, PlainEnd, SuccessPage } from "./end-page.tsx";
import { callerOf, flowOf, withCarried } from "./flow-request.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Thank you"),
    description: t("How your offer ended."),
    path: "/spsummary",
    noindex: true,
  }));

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const end = await flowOf(context).endOf(callerOf(request, context));
  return { ...(await readOutcome(context)), end: withCarried(end, url) };
}

/** What was agreed to in this flow, on one slip. */
export default function Summary({ loaderData }: Route.ComponentProps) {
  const t = useText();
  if (!loaderData.membership)
    return (
      <PlainEnd
        title={t("Nothing was bought")}
        lead={t("This account has no membership, and you haven't been charged.")}
        to="/spl/spt/1"
        words={t("See the offer")}
      />
    );
  return (
    <SuccessPage
      plain
      purchases={loaderData.purchases}
      title={t("What you have now")}
      lead={t("Everything you agreed to, and when it's due.")}
    >
      <JoinedSlip outcome={loaderData} />
      <p className="mt-8 text-center">
        <ButtonLink look="primary" size="lg" href={loaderData.end}>
          {t("Continue")}
        </ButtonLink>
      </p>
    </SuccessPage>
  );
}
