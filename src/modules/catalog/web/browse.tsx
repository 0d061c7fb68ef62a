/** The frame of every list: categories at the side (chips on a phone), heading with count and sort, the list. */
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatCount } from "#ui/money.tsx";
import { Progress } from "#ui/progress.tsx";
import { useText } from "#ui/text.tsx";

export type BrowseLink = { href: string; text: string; count?: number; current: boolean; inside?: BrowseLink[] };

function SideLinks({ links }: { links: readonly BrowseLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} aria-current={link.current ? "page" : undefined}>
            {link.text}
            {link.count !== undefined && <span>{formatCount(link.count)}</span>}
          </a>
          {link.inside && link.inside.length > 0 && <SideLinks links={link.inside} />}
        </li>
      ))}
    </ul>
  );
}

export function Browse({
  crumbs,
  title,
  lead,
  sort,
  links,
  filters,
  children,
}: {
  crumbs: readonly Crumb[];
  title: string;
  lead?: ReactNode;
  sort?: ReactNode;
  links: readonly BrowseLink[];
  filters?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  const waiting = useNavigation().state === "loading";
  const chips = links.flatMap((link) => [link, ...(link.inside ?? [])]);
  return (
    <div className="wrap">
      <Breadcrumb crumbs={crumbs} />
      <div className="section-head browse-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {sort}
      </div>
      <nav className="browse-chips scroll-x" aria-label={t("Categories")}>
        {chips.map((link) => (
          <a key={link.href} className="chip" href={link.href} aria-current={link.current ? "page" : undefined}>
            {link.text}
          </a>
        ))}
      </nav>
      <div className="browse">
        <div className="cats">
          {filters && (
            <details className="filter-box">
              <summary>
                {t("Show only")}
                <Icon name="chevron-down" size="sm" />
              </summary>
              {filters}
            </details>
          )}
          <nav aria-label={t("Categories")}>
            <h2>{t("Categories")}</h2>
            <SideLinks links={links} />
          </nav>
        </div>
        <div className="browse-list">
          {waiting && (
            <div className="browse-wait after-200">
              <Progress label={t("Loading")} />
            </div>
          )}
          <div className={waiting ? "is-stale" : undefined} aria-busy={waiting || undefined}>
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
