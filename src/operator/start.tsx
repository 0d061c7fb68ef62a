import type { Permission } from "#platform/operator";
import { servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import type { Route } from "./+types/start";
import { consoleMeta } from "./console-meta.ts";
import { type Course, gather, SPANS, valueWords } from "./figures/course.ts";
import { Change } from "./figures/figures.tsx";
import { ConsolePage } from "./frame/top.tsx";
import { requireOperator, staffOf } from "./guard.ts";
import { ageWords, DueWords, spanWords } from "./times.tsx";
import { nameOf } from "./words.ts";

export const handle = operatorPage();
export const meta = () => consoleMeta("Dashboard");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args);
  const overview = await staffOf(args.context).overview(operator);
  const may = ({ permission }: { permission: Permission }) => operator.permissions.has(permission);
  const { today, courses } = await args.context.get(servicesContext).health.courses(may, SPANS.day.days * 2);
  const chosen = KPIS.flatMap((name) => courses.filter((course) => course.name === name));
  return { ...overview, kpis: chosen.map((course) => gather(course, "day", today)) };
}

/** What an operator asks first; those that their roles may see. */
const KPIS = ["paying members", "trials running", "cancellations", "cash back promised", "paid out"];

export default function Start({ loaderData: { queues, house_hours, now, kpis } }: Route.ComponentProps) {
  const all = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  return (
    <ConsolePage title="Dashboard">
      <div className="con-body">
        {kpis.length > 0 && <Kpis kpis={kpis} />}
        <section className="panel scroll-ok" aria-labelledby="waiting">
          <div className="panel-head">
            <h2 id="waiting">Waiting for a person</h2>
            <a href="/console/desk">Open the desk</a>
          </div>
          {queues.length === 0 ? (
            <p className="con-nothing">No queue is for your roles.</p>
          ) : (
            <table className="ledger con-stack">
              <caption className="sr">Queues with how much waits, for how long, and by when it was promised</caption>
              <thead>
                <tr>
                  <th scope="col">Queue</th>
                  <th scope="col" className="end">
                    Waiting
                  </th>
                  <th scope="col" className="end">
                    Oldest
                  </th>
                  <th scope="col" className="end margin">
                    Next promise
                  </th>
                </tr>
              </thead>
              <tbody>
                {queues.map((queue) => (
                  <tr key={queue.name}>
                    <td>
                      <a href={`/console/desk/${queue.name}`}>
                        <b>{nameOf(queue.name)}</b>
                      </a>
                      <span className="con-what">{queue.what}</span>
                    </td>
                    <td className="end num" data-label="Waiting">
                      {queue.waiting}
                      {queue.more ? "+" : ""}
                    </td>
                    <td className="end num" data-label="Oldest" data-none={queue.oldest_since ? undefined : ""}>
                      {queue.oldest_since ? ageWords(queue.oldest_since, now) : "–"}
                    </td>
                    <td
                      className="end num margin"
                      data-label="Next promise"
                      data-none={queue.next_due ? undefined : ""}
                    >
                      {queue.next_due ? <DueWords due={queue.next_due} now={now} /> : "–"}
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td>All queues</td>
                  <td className="end num" data-label="Waiting">
                    {all}
                  </td>
                  <td data-none="" />
                  <td className="margin" data-none="" />
                </tr>
              </tfoot>
            </table>
          )}
        </section>
        <p className="small muted">
          Where nobody was promised a day, the house promises itself {spanWords(house_hours * 3_600_000)}.
        </p>
      </div>
    </ConsolePage>
  );
}

/** Thirty days of what matters most; each leads to its course. */
function Kpis({ kpis }: { kpis: readonly Course[] }) {
  return (
    <section className="kpis" aria-label="The last thirty days">
      {kpis.map((course) => (
        <div key={course.name} className="kpi">
          <a className="k" href={`/console/figures#figure-${course.name.replaceAll(" ", "-")}`}>
            {nameOf(course.name)}
          </a>
          <div className="v">{valueWords(course.value, course.unit)}</div>
          <div className="d">
            {course.kind === "flow" ? "in 30 days" : "now"}
            {course.before !== null && ", "}
            <Change course={course} />
          </div>
        </div>
      ))}
    </section>
  );
}
