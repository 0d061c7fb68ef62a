/** `/account/protection/carrental`: rental cars that mails told of or a member added, until when each is free to cancel, and what it costs now. */
import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/car-rental";
import { TripsView } from "./trips-view.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Car rental"),
    description: t("Your rental cars, and until when each can be canceled for free."),
    path: "/account/protection/carrental",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  return context.get(servicesContext).protection.trips(member.user_id, "car");
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <TripsView page={loaderData} icon="car" kind="car" />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
