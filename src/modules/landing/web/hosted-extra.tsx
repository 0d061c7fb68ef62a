/**
 * `/upsell2` and `/sfupsell2`: an extra on a page for another page or domain (SPEC "Routes"). Whoever comes here brings
 * every key, signed; what is not whole, not in time or not theirs is refused with a page that leads home.
 */
import { useEffect, useRef } from "react";
import { redirect } from "react-router";
import { pageContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/hosted-extra";
import { ExtraPage } from "./extra-page.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { callerOf, flowOf, go } from "./flow-request.ts";
import { answerTaken, refusedPage, showTaken, signInTaken } from "./hosted-request.ts";
import { RefusedHandOver } from "./refused-hand-over.tsx";

export const handle = personalPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});
/** The address holds a token that signs in: it is told to nobody. */
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("A separate extra"),
    description: t("A separate extra: what changes, its price, and yes or no."),
    path: "/upsell2",
    noindex: true,
  }));

const onlyOf = (url: URL) => (url.pathname.startsWith("/sfupsell2") ? ("shipright" as const) : null);

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { upsells } = flowOf(context);
  const taken = await upsells.take(context.get(pageContext).brand, url.searchParams, onlyOf(url));
  if (!taken.ok) return refusedPage(context, taken);
  if (!taken.value) throw go(onlyOf(url) ? "/spupsell2" : "/spupsell", url);
  return showTaken({ request, context, url }, taken.value);
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { upsells } = flowOf(context);
  const taken = await upsells.take(context.get(pageContext).brand, url.searchParams, onlyOf(url));
  // The page itself says what is wrong.
  if (!taken.ok || !taken.value) throw redirect(url.pathname + url.search, 303);
  if (!callerOf(request, context).member) return signInTaken({ request, context, url }, taken.value);
  return answerTaken({ request, context, url }, taken.value);
}

export default function HostedExtra({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && "to" in actionData) return <LeadingOn to={actionData.to} />;
  if (loaderData.kind === "refused") return <RefusedHandOver text={loaderData.text} back={loaderData.back} />;
  if (loaderData.kind === "sign_in") return <SigningIn from={loaderData.from} />;
  return (
    <ExtraPage
      page={loaderData}
      upsell={loaderData.upsell}
      next={loaderData.next}
      failure={actionData && "failure" in actionData ? actionData.failure : null}
    />
  );
}

/** A link that is only looked at uses nothing up: the token is sent by a press, which script does at once. */
function SigningIn({ from }: { from: string }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.requestSubmit(), []);
  return (
    <FlowFrame>
      <div className="wrap flow">
        <div className="question text-center">
          <h1>{t("Signing in")}</h1>
          <p className="lead mt-3">{t("You came from {{from}} and continue with the same account.", { from })}</p>
          <form method="post" ref={form} className="mt-6">
            <Button type="submit" look="primary" size="lg">
              {t("Continue")}
            </Button>
          </form>
        </div>
      </div>
    </FlowFrame>
  );
}

/** Forms may lead to our own pages alone: to another host it is a link, which script follows at once. */
function LeadingOn({ to }: { to: string }) {
  const t = useText();
  useEffect(() => window.location.replace(to), [to]);
  return (
    <FlowFrame>
      <div className="wrap flow">
        <div className="question text-center" role="status">
          <h1>{t("We saved your answer")}</h1>
          <p className="lead mt-3">{t("You'll go back to {{host}} now.", { host: new URL(to).host })}</p>
          <p className="mt-6">
            <ButtonLink look="primary" size="lg" href={to}>
              {t("Continue")}
            </ButtonLink>
          </p>
        </div>
      </div>
    </FlowFrame>
  );
}
