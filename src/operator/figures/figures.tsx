import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator } from "../guard.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/figures";
import { Chart } from "./chart.tsx";
import { type Course, gather, SPANS, type Span, spanOf, valueWords } from "./course.ts";

export const handle = operatorPage();
export const meta = () => consoleMeta("Figures");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "figures.see");
  const { health } = args.context.get(servicesContext);
  const span = spanOf(new URL(args.request.url).searchParams.get("by"));
  const may = ({ permission }: { permission: Parameters<typeof operator.permissions.has>[0] }) =>
    operator.permissions.has(permission);
  const { today, courses } = await health.courses(may, SPANS[span].days * 2);
  return {
    span,
    courses: courses.map((course) => gather(course, span, today)),
    tables: await health.tables(may, SPANS[span].days),
  };
}

export default function Figures({ loaderData: { span, courses, tables } }: Route.ComponentProps) {
  return (
    <ConsolePage title="Figures" top={<SpanSwitch span={span} />}>
      <div className="con-body">
        <p className="small muted">
          Days are days of UTC. What happened is counted when a day is over, and once more when late reports have come
          in; how much there is of something, as its day ends.{" "}
          <a href={`/api/console/figures.csv?days=${SPANS[span].days}`}>All figures as a sheet (CSV)</a>
        </p>
        {courses.length === 0 && <p className="con-nothing">No figure is for your roles.</p>}
        <div className="con-charts">
          {courses.map((course) => (
            <Figure key={course.name} course={course} span={span} />
          ))}
        </div>
        {tables.map((table) => (
          <Table key={table.name} table={table} span={span} />
        ))}
      </div>
    </ConsolePage>
  );
}

function SpanSwitch({ span }: { span: Span }) {
  const { pathname } = useLocation();
  return (
    <nav className="seg" aria-label="Span">
      {(Object.keys(SPANS) as Span[]).map((one) => (
        <a key={one} href={`${pathname}?by=${one}`} aria-current={one === span ? "true" : undefined}>
          {SPANS[one].text}
        </a>
      ))}
    </nav>
  );
}

function Figure({ course, span }: { course: Course; span: Span }) {
  const { name, what, unit, kind, value, points } = course;
  const id = name.replaceAll(" ", "-");
  return (
    <section className="panel" aria-labelledby={id} id={`figure-${id}`}>
      <div className="panel-head">
        <h2 id={id}>{nameOf(name)}</h2>
        <a href={`/api/console/figures.csv?name=${encodeURIComponent(name)}&days=${SPANS[span].days}`}>
          CSV<span className="sr"> of {name}</span>
        </a>
      </div>
      <p className="con-figure">
        <b>{valueWords(value, unit)}</b>{" "}
        <span className="small muted">
          <Change course={course} />
        </span>
      </p>
      {points.every((point) => point.value === null) ? (
        <p className="con-nothing">Nothing was counted yet: days are counted within ten minutes of the start.</p>
      ) : (
        <Chart course={course} />
      )}
      <details className="con-detail">
        <summary>How it is counted, and the numbers</summary>
        <p>{what}.</p>
        <table className="ledger">
          <caption className="sr">{`${nameOf(name)}, ${SPANS[span].words.toLowerCase()}`}</caption>
          <thead>
            <tr>
              <th scope="col">{SPANS[span].text}</th>
              <th scope="col" className="end">
                {kind === "flow" ? "Sum" : "At its end"}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.label}>
                <td>{point.label}</td>
                <td className="end num">{point.value === null ? "–" : valueWords(point.value, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** Beside as long a span before; without judging whether more is better. */
export function Change({ course: { value, before, kind } }: { course: Course }) {
  if (before === null) return null;
  if (before === 0) return value === 0 ? "none before either" : "none in the span before";
  const percent = Math.round(((value - before) / Math.abs(before)) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return (
    <>
      {sign}
      {Math.abs(percent)}% {kind === "flow" ? "from the span before" : "since the span before"}
    </>
  );
}

type TableData = {
  name: string;
  what: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

function Table({ table: { name, what, columns, rows }, span }: { table: TableData; span: Span }) {
  const id = name.replaceAll(" ", "-");
  return (
    <section className="panel scroll-ok" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{nameOf(name)}</h2>
        <a href={`/api/console/figures.csv?name=${encodeURIComponent(name)}&days=${SPANS[span].days}`}>
          CSV<span className="sr"> of {name}</span>
        </a>
      </div>
      <p className="con-what con-says">{what}.</p>
      {rows.length === 0 ? (
        <p className="con-nothing">Nothing in this span.</p>
      ) : (
        <table className="ledger con-stack">
          <caption className="sr">{nameOf(name)}</caption>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th
                  key={column}
                  scope="col"
                  className={rows.some((row) => typeof row[at] === "number") ? "end" : undefined}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.slice(0, 2).join(" ")}>
                {row.map((value, at) => (
                  <td
                    key={columns[at]}
                    className={typeof value === "number" ? "end num" : undefined}
                    data-label={at > 0 ? columns[at] : undefined}
                  >
                    {typeof value === "number" ? value.toLocaleString("en-US") : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
