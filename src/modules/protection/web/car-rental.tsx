/** `/account/protection/carrental` */
import { ButtonLink } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/car-rental";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Car rental"),
    description: t("Car rental"),
    path: "/account/protection/carrental",
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
      icon="car"
      title={t("Not open yet")}
      action={
        <ButtonLink look="primary" href="/account/protection/price">
          {t("See what we watch today")}
        </ButtonLink>
      }
    >
      {t("We don't watch rental cars yet, and we pay nothing for them. Prices of what you buy are watched already.")}
    </Empty>
  );
}
