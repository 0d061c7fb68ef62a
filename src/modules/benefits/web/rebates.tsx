/** `/account/rebates`: what the membership pays back, how much of it is left, and what was claimed. */
import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { requireMember } from "../../../site/member-guard.ts";
import { REGIONS } from "../rebate-address.ts";
import type { Route } from "./+types/rebates";
import { RebatesView } from "./rebates-view.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Rebates"),
    description: t("What you can claim this month, and what comes automatically."),
    path: "/account/rebates",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  return { page: await context.get(servicesContext).benefits.overview(member), regions: REGIONS };
}

export default function Rebates({ loaderData }: Route.ComponentProps) {
  return <RebatesView regions={loaderData.regions} page={loaderData.page} />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
