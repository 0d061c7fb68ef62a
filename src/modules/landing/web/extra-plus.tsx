import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/extra-plus";
import { ExtraPage } from "./extra-page.tsx";
import { answerExtra, showExtra } from "./own-extra.ts";

export const handle = personalPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Is Plus right for you?"),
    description: t("A separate extra: what changes, its price, and yes or no."),
    path: "/spupsell",
    noindex: true,
  }));

export const loader = (args: Route.LoaderArgs) => showExtra(args, "plus");
export const action = (args: Route.ActionArgs) => answerExtra(args, "plus");

export default function ExtraPlus({ loaderData, actionData }: Route.ComponentProps) {
  return <ExtraPage page={loaderData} upsell="plus" next="/spupsell2" failure={actionData?.failure ?? null} />;
}
