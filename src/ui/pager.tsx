import { ButtonLink, DeadButton } from "./button.tsx";
import { formatCount } from "./money.tsx";
import { useText } from "./text.tsx";

type Range = { page: number; page_size: number; total: number };

export function useRangeText(): (range: Range) => string {
  const t = useText();
  return ({ page, page_size, total }) =>
    total === 0
      ? t("0 of 0")
      : t("{{first}} to {{last}} of {{total}}", {
          first: formatCount((page - 1) * page_size + 1),
          last: formatCount(Math.min(page * page_size, total)),
          total: formatCount(total),
        });
}

/** "1 to 13 of 42" with the way back and on. Links, so pages can be kept and shared; the scroll place stays. */
export function Pager({
  page,
  page_size,
  total,
  hrefOf,
  label,
  newest = false,
}: Range & { hrefOf: (page: number) => string; label?: string; newest?: boolean }) {
  const t = useText();
  const range = useRangeText();
  const pages = Math.max(1, Math.ceil(total / page_size));
  const back = newest ? t("Newer") : t("Previous");
  const on = newest ? t("Older") : t("Next");
  return (
    <nav className="pager" aria-label={label ?? t("Pages")}>
      <span>{range({ page, page_size, total })}</span>
      {pages > 1 && (
        <span className="row [--gap:.5rem]">
          {page > 1 ? (
            <ButtonLink size="sm" href={hrefOf(page - 1)} rel="prev">
              {back}
            </ButtonLink>
          ) : (
            <DeadButton size="sm">{back}</DeadButton>
          )}
          {page < pages ? (
            <ButtonLink size="sm" href={hrefOf(page + 1)} rel="next">
              {on}
            </ButtonLink>
          ) : (
            <DeadButton size="sm">{on}</DeadButton>
          )}
        </span>
      )}
    </nav>
  );
}

/**
 * "Show 18 more". A link to the next page, which works without script; with script `onMore` appends and moves the focus
 * to the first new item.
 */
export function LoadMore({
  start = 1,
  shown,
  total,
  next,
  href,
  busy = false,
  onMore,
}: {
  start?: number;
  shown: number;
  total: number;
  next: number;
  href: string;
  busy?: boolean;
  onMore?: () => void;
}) {
  const t = useText();
  return (
    <div className="pager">
      <span role="status">
        {t("{{first}} to {{last}} of {{total}}", {
          first: formatCount(total ? start : 0),
          last: formatCount(shown),
          total: formatCount(total),
        })}
      </span>
      {shown < total && (
        <ButtonLink
          href={href}
          rel="next"
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (!onMore || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            if (!busy) onMore();
          }}
        >
          {busy && <i className="spinner" />}
          {busy ? t("Loading") : t("Show {{count}} more", { count: next })}
        </ButtonLink>
      )}
    </div>
  );
}
