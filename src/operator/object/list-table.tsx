/** A list with its filters and the way on. The columns are the facts that the module tells. */

import type { ReactNode } from "react";
import type { FoundLink } from "../find/find-everywhere.ts";
import { useKeys } from "../frame/keys.ts";
import { Value } from "../known-parts.tsx";
import { nameOf } from "../words.ts";

export type ShownList = {
  name: string;
  what: string;
  filters: readonly { name: string; values: readonly string[]; value: string }[];
  isFirst: boolean;
  after: string | null;
  /** `key`: the place, because the same thing may stand twice. */
  rows: readonly { key: string; link: FoundLink | undefined; facts: Readonly<Record<string, string>> }[];
};

const MONEY = /^\(?\$[\d,]+\.\d\d\)?$/;

export function ListTable({ list, path }: { list: ShownList; path: string }) {
  const columns = [...new Set(list.rows.flatMap(({ facts }) => Object.keys(facts)))];
  const isMoney = new Set(columns.filter((name) => list.rows.some(({ facts }) => MONEY.test(facts[name] ?? ""))));
  const named = list.rows.some(({ link }) => link?.personal);
  const query = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...Object.fromEntries(list.filters.map(({ name, value }) => [name, value])), ...more })}`;
  const onward = list.after === null ? null : query({ after: list.after });
  useKeys({ l: onward === null ? undefined : () => window.location.assign(onward) });
  return (
    <section className="panel scroll-ok" aria-label={nameOf(list.name)}>
      <div className="panel-head">
        <h2>{nameOf(list.name)}</h2>
        <span className="small muted">{list.what}</span>
      </div>
      {list.filters.map((filter) => (
        <nav key={filter.name} className="con-chips" aria-label={nameOf(filter.name)}>
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
      ))}
      {list.rows.length === 0 ? (
        <p className="con-nothing">Nothing is in this list.</p>
      ) : (
        <table className="ledger">
          <caption className="sr">{list.what}</caption>
          <thead>
            <tr>
              {named && <th scope="col">Who</th>}
              {columns.map((name) => (
                <th scope="col" key={name} className={isMoney.has(name) ? "end" : undefined}>
                  {nameOf(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.rows.map(({ link, facts, key }) => (
              <tr key={key}>
                {named && (
                  <td>
                    <Way link={link}>{link?.personal ?? link?.id}</Way>
                  </td>
                )}
                {columns.map((name, at) => (
                  <td key={name} className={isMoney.has(name) ? "end num" : undefined}>
                    {at === 0 && !named ? (
                      <Way link={link}>
                        <Value value={facts[name] ?? "–"} />
                      </Way>
                    ) : (
                      <Value value={facts[name] ?? "–"} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
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

/** The first cell of a row leads to its page. */
const Way = ({ link, children }: { link: FoundLink | undefined; children: ReactNode }) =>
  link?.href ? (
    <a href={link.href} aria-label={`Open ${link.personal ?? link.line}`}>
      {children}
    </a>
  ) : (
    children
  );
