/** `/account/protection/hotel` */
import { ButtonLink } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/hotel";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Hotel"),
    description: t("Hotel"),
    path: "/account/protection/hotel",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireMember(context, url);
  return null;
}

export default function Page() {
  const t = useText();
  return (
    <Empty
      level={2}
      icon="hotel"
      title={t("Not open yet")}
      action={
        <ButtonLink look="primary" href="/account/protection/price">
          {t("See what we watch today")}
        </ButtonLink>
      }
    >
      {t("We don't watch hotel bookings yet, and we pay nothing for them. Prices of what you buy are watched already.")}
    </Empty>
  );
}
