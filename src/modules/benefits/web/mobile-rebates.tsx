/** `/mobile/rebates` and `/mobile/rebates/nonav`: rebates as the app shows them, with its own head and places or with nothing around them. */
import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useShellParts } from "#ui/shell/shell-parts.tsx";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { REGIONS } from "../rebate-address.ts";
import type { Route } from "./+types/mobile-rebates";
import { RebatesView } from "./rebates-view.tsx";

const BARE = "/mobile/rebates/nonav";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Rebates"),
    description: t("What you can claim this month, and what comes automatically."),
    path: location.pathname,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  return {
    page: await context.get(servicesContext).benefits.overview(member),
    regions: REGIONS,
    bare: url.pathname === BARE,
  };
}

export default function MobileRebates({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { Toasts } = useShellParts();
  const { page, bare, regions } = loaderData;
  const view = <RebatesView regions={regions} page={page} />;
  if (!bare) return view;
  return (
    <>
      <a className="skip" href="#main">
        {t("Skip to content")}
      </a>
      <main id="main" className="wrap section-tight" tabIndex={-1}>
        {view}
      </main>
      <Toasts />
    </>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
