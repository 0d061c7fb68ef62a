import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { formatCount } from "./money.tsx";
import { useCurrentInView } from "./shell/current-in-view.ts";
import { useText } from "./text.tsx";

/** Views of one page that have their own address. The current one is underlined, and in view where the row is longer than the page is wide. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; text: ReactNode; count?: number; current?: boolean }[];
}) {
  const row = useCurrentInView(tabs.find((tab) => tab.current)?.href ?? null);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.text}
          {tab.count !== undefined && <span className="faint num">{formatCount(tab.count)}</span>}
        </a>
      ))}
    </nav>
  );
}

export type Crumb = { text: string; href?: string };

/** The way here; the last one is this page and no link. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useText();
  return (
    <nav className="crumbs" aria-label={t("Breadcrumb")}>
      <ol>
        {crumbs.map((crumb, at) => (
          <li key={crumb.href ?? crumb.text}>
            {at > 0 && <Icon name="chevron-right" />}
            {crumb.href === undefined ? (
              <span aria-current="page">{crumb.text}</span>
            ) : (
              <a href={crumb.href}>{crumb.text}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
