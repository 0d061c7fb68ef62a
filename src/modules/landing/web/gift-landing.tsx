import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/gift-landing";
import { EntryPage } from "./entry-page.tsx";
import { enter } from "./landing-entry.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Spin for a gift card"),
    description: t("Every slice wins, and every slice is drawn as wide as its odds. One spin each."),
    path: "/spl/splandamz",
  }));

export async function loader({ request, context }: Route.LoaderArgs) {
  return enter(request, context, "splandamz", null, context.get(pageContext).publicUrl);
}

export default function GiftLanding({ loaderData }: Route.ComponentProps) {
  const t = useText();
  return (
    <EntryPage
      {...loaderData}
      title={t("Spin for a gift card")}
      lead={t("Your wheel prize comes with a membership. After the first paid month, take it as a gift card or cash.")}
    />
  );
}
