import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/awesome";
import { readOutcome } from "./end-facts.ts";
import { go } from "./flow-request.ts";
import ThankYou from "./thank-you.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Thank you"),
    description: t("How your offer ended."),
    path: "/awesome",
    noindex: true,
  }));

/** SPEC §2: signed-in only, otherwise sent to /thankyou. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(pageContext).member) throw go("/thankyou", url);
  return readOutcome(context);
}

export default function Awesome({ loaderData }: Route.ComponentProps) {
  return <ThankYou loaderData={loaderData} />;
}
