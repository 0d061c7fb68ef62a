import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/extra-shipright";
import { ExtraPage } from "./extra-page.tsx";
import { answerExtra, showExtra } from "./own-extra.ts";

export const handle = personalPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Get shipping refunded, too?"),
    description: t("A separate extra: what changes, its price, and yes or no."),
    path: "/spupsell2",
    noindex: true,
  }));

export const loader = (args: Route.LoaderArgs) => showExtra(args, "shipright");
export const action = (args: Route.ActionArgs) => answerExtra(args, "shipright");

export default function ExtraShipright({ loaderData, actionData }: Route.ComponentProps) {
  return <ExtraPage page={loaderData} upsell="shipright" next="/spsummary" failure={actionData?.failure ?? null} />;
}
