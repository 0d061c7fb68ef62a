import { operatorPage } from "#ui/page.ts";
import type { Route } from "./+types/start";
import { consoleMeta } from "./console-meta.ts";
import { ConsolePage } from "./frame/top.tsx";
import { requireOperator, staffOf } from "./guard.ts";
import { ageWords, DueWords, spanWords } from "./times.tsx";
import { nameOf } from "./words.ts";

export const handle = operatorPage();
export const meta = () => consoleMeta("Dashboard");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args);
  return staffOf(args.context).overview(operator);
}

export default function Start({ loaderData: { queues, house_hours, now } }: Route.ComponentProps) {
  const all = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  return (
    <ConsolePage title="Dashboard">
      <div className="con-body">
        <section className="panel scroll-ok" aria-labelledby="waiting">
          <div className="panel-head">
            <h2 id="waiting">Waiting for a person</h2>
            <a href="/console/desk">Open the desk</a>
          </div>
          {queues.length === 0 ? (
            <p className="con-nothing">No queue is for your roles.</p>
          ) : (
            <table className="ledger">
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
                    <td className="end num">
                      {queue.waiting}
                      {queue.more ? "+" : ""}
                    </td>
                    <td className="end num">{queue.oldest_since ? ageWords(queue.oldest_since, now) : "–"}</td>
                    <td className="end num margin">
                      {queue.next_due ? <DueWords due={queue.next_due} now={now} /> : "–"}
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td>All queues</td>
                  <td className="end num">{all}</td>
                  <td />
                  <td className="margin" />
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
