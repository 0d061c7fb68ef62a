/** A list with its filters and the way on. The columns are the facts that the module tells. */

import { type DragEvent, type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import type { FoundLink } from "../find/find-everywhere.ts";
import { useKeys } from "../frame/keys.ts";
import { Value } from "../known-parts.tsx";
import { nameOf, wordsOf } from "../words.ts";
import { type Ordered, RowKeys, useRowOrder } from "./row-order.tsx";

type ShownFilter = { name: string; values: readonly string[]; value: string };
export type ShownList = {
  name: string;
  what: string;
  filters: readonly ShownFilter[];
  isFirst: boolean;
  after: string | null;
  /** What to do where nothing is in it. */
  empty?: string | null;
  /** Where rows stand in an order that this operator may change. */
  ordered?: Ordered | null;
  rows: readonly ListRow[];
};
/** `key`: the place, because the same thing may stand twice. */
type ListRow = { key: string; link: FoundLink | undefined; facts: Readonly<Record<string, string>> };

/** What is more to choose from nobody reads as a row of words. */
const MAX_CHIPS = 24;
const MONEY = /^\(?\$[\d,]+\.\d\d\)?$/;

export function ListTable({ list, path }: { list: ShownList; path: string }) {
  const columns = [...new Set(list.rows.flatMap(({ facts }) => Object.keys(facts)))];
  const isMoney = new Set(columns.filter((name) => list.rows.some(({ facts }) => MONEY.test(facts[name] ?? ""))));
  const named = list.rows.some(({ link }) => link?.personal);
  const query = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...Object.fromEntries(list.filters.map(({ name, value }) => [name, value])), ...more })}`;
  const onward = list.after === null ? null : query({ after: list.after });
  const { rows, move, isWaiting, problem, said } = useRowOrder(list.rows, list.ordered ?? null);
  const [dragged, setDragged] = useState<ListRow | null>(null);
  const dragging = (row: ListRow, place: number) =>
    list.ordered
      ? {
          draggable: !isWaiting,
          "data-dragged": row === dragged || undefined,
          onDragStart: () => setDragged(row),
          onDragEnd: () => setDragged(null),
          onDragOver: (event: DragEvent) => event.preventDefault(),
          onDrop: () => dragged && dragged !== row && void move(dragged, place),
        }
      : {};
  useKeys({ l: onward === null ? undefined : () => window.location.assign(onward) });
  return (
    <section className="panel scroll-ok" aria-label={nameOf(list.name)}>
      <div className="panel-head">
        <h2>{nameOf(list.name)}</h2>
        <span className="small muted">{list.what}</span>
      </div>
      {list.filters.map((filter) =>
        filter.values.length > MAX_CHIPS ? (
          <LongFilter key={filter.name} filter={filter} list={list} path={path} />
        ) : (
          <nav key={filter.name} className="con-chips" aria-label={nameOf(filter.name)}>
            {list.filters.length > 1 && <span className="small muted">{nameOf(filter.name)}</span>}
            {filter.values.map((value) => (
              <a
                key={value}
                href={query({ [filter.name]: value })}
                className="tag"
                aria-current={value === filter.value ? "true" : undefined}
              >
                {nameOf(value)}
              </a>
            ))}
          </nav>
        ),
      )}
      {problem && <Note kind="bad">{problem}</Note>}
      {list.ordered && (
        <p className="con-says small muted">
          Drag a row to its place, or move it by its keys. It is on the page at once.
        </p>
      )}
      <div role="status" className="sr">
        {said}
      </div>
      {rows.length === 0 ? (
        <Nothing list={list} path={path} />
      ) : (
        <table className="ledger con-stack">
          <caption className="sr">{list.what}</caption>
          <thead>
            <tr>
              {list.ordered && <th scope="col">Order</th>}
              {named && <th scope="col">Who</th>}
              {columns.map((name) => (
                <th scope="col" key={name} className={isMoney.has(name) ? "end" : undefined}>
                  {nameOf(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => {
              const { link, facts, key } = row;
              return (
                <tr key={list.ordered ? (link?.id ?? key) : key} {...dragging(row, at + 1)}>
                  {list.ordered && (
                    <td>
                      <RowKeys
                        row={row}
                        place={at + 1}
                        of={rows.length}
                        isWaiting={isWaiting}
                        onMove={(place) => void move(row, place)}
                      />
                    </td>
                  )}
                  {named && (
                    <td>
                      <Way link={link} text={link?.personal ?? link?.id ?? ""}>
                        {link?.personal ?? link?.id}
                      </Way>
                    </td>
                  )}
                  {columns.map((name, column) => (
                    <td
                      key={name}
                      className={isMoney.has(name) ? "end num" : undefined}
                      data-label={column > 0 || named ? nameOf(name) : undefined}
                      data-none={facts[name] === undefined || undefined}
                    >
                      {column === 0 && !named ? (
                        <Way link={link} text={wordsOf(facts[name] ?? "–")}>
                          <Value value={facts[name] ?? "–"} />
                        </Way>
                      ) : (
                        <Value value={facts[name] ?? "–"} />
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {(onward || !list.isFirst) && (
        <nav className="pager" aria-label="Pages">
          {!list.isFirst && (
            <a className="btn btn-sm" href={query({})}>
              From the beginning
            </a>
          )}
          {onward && (
            <a className="btn btn-sm" href={onward} rel="next" aria-keyshortcuts="l">
              Older
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

/** Chosen from a list; the other filters stay as they are. */
function LongFilter({ filter, list, path }: { filter: ShownFilter; list: ShownList; path: string }) {
  return (
    <form className="con-filters" method="get" action={path}>
      {list.filters.map(
        (other) => other !== filter && <input key={other.name} type="hidden" name={other.name} value={other.value} />,
      )}
      <label>
        {nameOf(filter.name)}
        <select className="input" name={filter.name} defaultValue={filter.value}>
          {filter.values.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">Filter</Button>
    </form>
  );
}

/** A filter that leaves nothing is taken away first; a list that has nothing says how it comes to have something. */
function Nothing({ list, path }: { list: ShownList; path: string }) {
  if (list.filters.some(({ values, value }) => value !== values[0]))
    return (
      <p className="con-nothing">
        Nothing fits this filter. <a href={path}>Show all</a>
      </p>
    );
  return <p className="con-nothing">{list.empty ?? "Nothing is in this list yet."}</p>;
}

/**
 * The first cell of a row leads to its page. Its name has the words that are seen (`text`), so that who speaks to the browser can say
 * them, and the line that tells which one it is.
 */
function Way({ link, text, children }: { link: FoundLink | undefined; text: string; children: ReactNode }) {
  if (!link?.href) return children;
  const line = link.personal ?? wordsOf(link.line);
  if (line.includes(text))
    return (
      <a href={link.href} aria-label={`Open ${line}`}>
        {children}
      </a>
    );
  return (
    <a href={link.href}>
      <span className="sr">Open </span>
      {children}
      <span className="sr">, {line}</span>
    </a>
  );
}
