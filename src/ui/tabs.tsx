import type { ReactNode } from "react";
import { formatCount } from "./money.tsx";
import { useCurrentInView } from "./shell/current-in-view.ts";

/** Views of one page that have their own address. The current one is underlined, and in view where the row is longer than the page is wide. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; text: ReactNode; count?: number; more?: boolean; current?: boolean }[];
}) {
  const row = useCurrentInView(tabs.find((tab) => tab.current)?.href ?? null);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.text}
          {tab.count !== undefined && (
            <span className="faint num">{formatCount(tab.count) + (tab.more ? "+" : "")}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
