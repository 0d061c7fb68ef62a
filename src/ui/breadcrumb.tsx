import { Icon } from "./icon.tsx";
import { useText } from "./text.tsx";

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
