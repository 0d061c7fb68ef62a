import { Fragment, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useText } from "./text.tsx";

export type Column<Row> = {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Amounts stand at the end; `margin` draws the copper margin rule before the Back column. */
  end?: boolean;
  margin?: boolean;
  /** Class for cells: `c-date`, `c-store`, `c-back`, `c-status`, `c-when` steer the two-line row on a phone. */
  name?: string;
  /** Makes the head a button that sorts by this column. */
  sort?: { direction: "ascending" | "descending" | null; onSort: () => void };
};

/**
 * A passbook page: a real table. On a phone rows become two lines; roles are written out because restyling a table as a
 * grid would take them away from screen readers.
 */
export function Ledger<Row>({
  caption,
  columns,
  rows,
  keyOf,
  openKey,
  onToggle,
  detail,
  fresh,
  foot,
  stacked = true,
  busy = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  openKey?: string | null;
  onToggle?: (key: string) => void;
  detail?: (row: Row) => ReactNode;
  /** Keys of rows that just arrived: their tint fades within two seconds. */
  fresh?: ReadonlySet<string>;
  /** Rows of the foot, `tr` elements. */
  foot?: ReactNode;
  stacked?: boolean;
  busy?: boolean;
}) {
  const t = useText();
  const cellClass = (column: Column<Row>) =>
    [column.name, column.end && "end", column.margin && "margin"].filter(Boolean).join(" ") || undefined;
  return (
    <table className={stacked ? "ledger stacked" : "ledger"} aria-busy={busy || undefined}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={cellClass(column)}
              aria-sort={column.sort?.direction ?? undefined}
            >
              {column.sort ? (
                <button type="button" onClick={column.sort.onSort}>
                  {column.head}
                  {column.sort.direction && (
                    <Icon name={column.sort.direction === "ascending" ? "chevron-up" : "chevron-down"} />
                  )}
                </button>
              ) : (
                column.head
              )}
            </th>
          ))}
          {detail && (
            <th scope="col">
              <span className="sr">{t("Details")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row);
          const open = openKey === key;
          return (
            <Fragment key={key}>
              <tr className={open ? "is-open" : fresh?.has(key) ? "is-new" : undefined}>
                {columns.map((column) => (
                  <td key={column.key} className={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ))}
                {detail && (
                  <td className="c-open">
                    <button
                      className="row-toggle"
                      type="button"
                      aria-expanded={open}
                      aria-label={open ? t("Hide the trail of this entry") : t("Show the trail of this entry")}
                      onClick={() => onToggle?.(key)}
                    >
                      <Icon name="chevron-down" size="sm" />
                    </button>
                  </td>
                )}
              </tr>
              {open && detail && (
                <tr className="detail">
                  <td colSpan={columns.length + 1}>{detail(row)}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

/** Rows in waiting, of the same height as real ones. */
export function LedgerSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className="after-200" aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike.
        <div key={at} className="row between h-12 border-b border-rule px-5">
          <span className="row flex-1">
            <Skeleton width="2rem" block />
            <Skeleton width="30%" />
          </span>
          <Skeleton width="3.5rem" />
        </div>
      ))}
    </div>
  );
}

/** A store with a second line, for the first column. */
export function StoreCell({ tile, name, note }: { tile: ReactNode; name: ReactNode; note?: ReactNode }) {
  return (
    <span className="store-cell">
      {tile}
      <span>
        <b>{name}</b>
        {note !== undefined && <small>{note}</small>}
      </span>
    </span>
  );
}
