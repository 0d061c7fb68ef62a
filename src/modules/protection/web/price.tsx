/** `/account/protection/price` */
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/price";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Price"),
    description: t("Price"),
    path: "/account/protection/price",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireMember(context, url);
  return null;
}

export default function Page() {
  const t = useText();
  return <h2>{t("Price")}</h2>;
}
