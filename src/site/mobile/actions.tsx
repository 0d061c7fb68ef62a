import type { IconName } from "#ui/icon.tsx";
import { IconTile } from "#ui/merchant-tile.tsx";
import { useText } from "#ui/text.tsx";

const ACTIONS: readonly { href: string; text: string; icon: IconName }[] = [
  { href: "/mobile/rebates", text: "Claim a rebate", icon: "camera" },
  { href: "/account/protection/package", text: "Track a package", icon: "scan-barcode" },
  { href: "/mobile/coin_withdrawal", text: "Swap coins", icon: "gift" },
  { href: "/coupons", text: "Find a code", icon: "ticket" },
];

/** What people open the app for. */
export function Actions() {
  const t = useText();
  return (
    <nav className="app-actions" aria-label={t("What you can do here")}>
      {ACTIONS.map(({ href, text, icon }) => (
        <a key={href} href={href}>
          <IconTile name={icon} size={48} />
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
