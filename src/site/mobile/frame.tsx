/** What stands around the pages of the app: their head and four places. Nothing of the site's own. */
import { Outlet, useLocation } from "react-router";
import { Icon, type IconName } from "#ui/icon.tsx";
import { memberPage } from "#ui/page.ts";
import { BrandLink } from "#ui/shell/brand.tsx";
import { BrokenPictures } from "#ui/shell/broken-pictures.tsx";
import { useShellParts } from "#ui/shell/shell-parts.tsx";
import { useText } from "#ui/text.tsx";
import { PullToRefresh } from "./pull-to-refresh.tsx";

export const handle = memberPage({ spanish: () => [import("./es.json")] });

const DASHBOARD = "/mobile/dashboard";
const PLACES: readonly { href: string; text: string; icon: IconName }[] = [
  { href: DASHBOARD, text: "Dashboard", icon: "layout-dashboard" },
  { href: "/mobile/rebates", text: "Rebates", icon: "receipt-text" },
  { href: "/mobile/subscriptions", text: "Subscriptions", icon: "id-card" },
  { href: "/mobile/billing", text: "Billing", icon: "credit-card" },
];

export default function MobileFrame() {
  const t = useText();
  const { pathname } = useLocation();
  const { Toasts } = useShellParts();
  const dashboard = pathname === DASHBOARD;
  return (
    <div className={dashboard ? "app app-places" : "app-places"}>
      <a className="skip" href="#main">
        {t("Skip to content")}
      </a>
      {!dashboard && (
        <header className="flow-head">
          <div className="wrap">
            <BrandLink />
          </div>
        </header>
      )}
      <main id="main" className={dashboard ? undefined : "wrap section-tight"} tabIndex={-1}>
        <Outlet />
      </main>
      <PullToRefresh />
      <nav className="tabbar" aria-label={t("Your places")}>
        {PLACES.map((place) => (
          <a key={place.href} href={place.href} aria-current={place.href === pathname ? "page" : undefined}>
            <Icon name={place.icon} />
            {t(place.text)}
          </a>
        ))}
      </nav>
      <Toasts />
      <BrokenPictures />
    </div>
  );
}
