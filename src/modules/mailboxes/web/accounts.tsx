/** `/account/protection/accounts`: the address to which order mails are forwarded, and what was read of them. */
import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/accounts";
import { AccountsView } from "./accounts-view.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Linked accounts"),
    description: t("Where your order emails come from, and what we read in them."),
    path: "/account/protection/accounts",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  return { page: await context.get(servicesContext).mailboxes.accountsPage(member.user_id) };
}

export default function Accounts({ loaderData }: Route.ComponentProps) {
  return <AccountsView page={loaderData.page} />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
