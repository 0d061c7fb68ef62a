import { servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import { Tag } from "#ui/stamp.tsx";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator } from "../guard.ts";
import { ageWords, When } from "../times.tsx";
import { nameOf, wordsOf } from "../words.ts";
import type { Route } from "./+types/health";
import { IncidentPanel } from "./incident.tsx";

export const handle = operatorPage();
export const meta = () => consoleMeta("Health");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "health.see");
  const { now, incident, alarms, errors, ...rest } = await args.context.get(servicesContext).health.overview();
  return {
    ...rest,
    now: now.toISOString(),
    may_tell: operator.permissions.has("visitors.tell"),
    may_run: operator.permissions.has("jobs.run"),
    incident: incident && { en: incident.text_en, es: incident.text_es, until: incident.until.toISOString() },
    alarms: alarms.map((alarm) => ({
      name: alarm.check_name,
      line: alarm.line,
      state: alarm.state,
      noticed_at: alarm.noticed_at.toISOString(),
      cleared_at: alarm.cleared_at?.toISOString() ?? null,
      quiet: alarm.quiet_until !== null && alarm.quiet_until > now,
    })),
    errors: errors.map((group) => ({
      message: group.message,
      errors: Number(group.errors),
      place: group.place,
      last_at: group.last_at.toISOString(),
      request_id: group.last_request_id,
    })),
  };
}

type Shown = Route.ComponentProps["loaderData"];
const TONES = { fine: "good", warn: "accent", bad: "bad" } as const;

export default function Health({ loaderData: shown }: Route.ComponentProps) {
  const ill = shown.seen.filter(({ state }) => state !== "fine").length;
  const unknown = shown.seen.filter(({ unproven }) => unproven).length;
  return (
    <ConsolePage title="Health">
      <div className="con-body">
        <section className="panel scroll-ok" aria-labelledby="looked-at">
          <div className="panel-head">
            <h2 id="looked-at">What is looked at</h2>
            <span className="small muted">
              {ill === 0
                ? unknown === 0
                  ? "All is fine"
                  : `Nothing is ill, ${unknown} not known yet`
                : `${ill} of ${shown.seen.length} ${ill === 1 ? "is" : "are"} not fine`}
              , just now
            </span>
          </div>
          <Checks seen={shown.seen} />
        </section>
        <IncidentPanel incident={shown.incident} maySet={shown.may_tell} />
        <Alarms shown={shown} />
        <Errors shown={shown} />
        <Jobs shown={shown} />
        <Speed speed={shown.speed} />
      </div>
    </ConsolePage>
  );
}

function Checks({ seen }: { seen: Shown["seen"] }) {
  return (
    <table className="ledger con-stack">
      <caption className="sr">Each check, how it stands, and what it looks at</caption>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">State</th>
          <th scope="col">What it says</th>
        </tr>
      </thead>
      <tbody>
        {seen.map(({ name, what, state, line, queue, unproven }) => (
          <tr key={name}>
            <td>
              <b>{nameOf(name)}</b>
              <span className="con-what">{what}</span>
            </td>
            <td data-label="State">
              {unproven ? <Tag>Not known yet</Tag> : <Tag tone={TONES[state]}>{nameOf(state)}</Tag>}
            </td>
            <td data-label="What it says">
              {queue && state !== "fine" ? <a href={`/console/desk/${queue}`}>{wordsOf(line)}</a> : wordsOf(line)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Alarms({ shown: { alarms, now } }: { shown: Shown }) {
  return (
    <section className="panel scroll-ok" aria-labelledby="alarms">
      <div className="panel-head">
        <h2 id="alarms">Alarms</h2>
        <a href="/console/desk/alarms">On the desk</a>
      </div>
      {alarms.length === 0 ? (
        <p className="con-nothing">No alarm was ever raised here.</p>
      ) : (
        <table className="ledger con-stack">
          <caption className="sr">Alarms that are raised, and the last that are over</caption>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">What it said</th>
              <th scope="col" className="end">
                Since
              </th>
              <th scope="col">Over</th>
            </tr>
          </thead>
          <tbody>
            {alarms.map((alarm) => (
              <tr key={alarm.name + alarm.noticed_at}>
                <td>
                  <b>{nameOf(alarm.name)}</b>
                </td>
                <td data-label="What it said">{wordsOf(alarm.line)}</td>
                <td className="end num" data-label="Since">
                  {ageWords(alarm.noticed_at, now)}
                </td>
                <td data-label="Over">
                  {alarm.cleared_at ? (
                    <When at={alarm.cleared_at} />
                  ) : (
                    <Tag tone="bad">{alarm.quiet ? "Quiet" : "Raised"}</Tag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Errors({ shown: { errors, now } }: { shown: Shown }) {
  return (
    <section className="panel scroll-ok" aria-labelledby="errors">
      <div className="panel-head">
        <h2 id="errors">Errors</h2>
        <a href="/console/desk/errors">On the desk</a>
      </div>
      {errors.length === 0 ? (
        <p className="con-nothing">No error is open.</p>
      ) : (
        <table className="ledger con-stack">
          <caption className="sr">Kinds of errors that nobody expected</caption>
          <thead>
            <tr>
              <th scope="col">Error</th>
              <th scope="col" className="end">
                Times
              </th>
              <th scope="col" className="end">
                Last
              </th>
              <th scope="col">Last request</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((group) => (
              <tr key={group.message + group.place}>
                <td>
                  {group.message}
                  {group.place && <span className="con-what">{group.place}</span>}
                </td>
                <td className="end num" data-label="Times">
                  {group.errors.toLocaleString("en-US")}
                </td>
                <td className="end num" data-label="Last">
                  {ageWords(group.last_at, now)}
                </td>
                <td data-label="Last request">
                  {group.request_id ? <code className="small">{group.request_id}</code> : "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const JOB_COLUMNS = ["Kind", "Waiting", "Running", "Failing", "Failed for good"] as const;

function Jobs({ shown: { jobs, may_run } }: { shown: Shown }) {
  const busy = jobs.filter((job) => job.waiting + job.running + job.failing + job.dead > 0);
  return (
    <section className="panel scroll-ok" aria-labelledby="jobs">
      <div className="panel-head">
        <h2 id="jobs">Jobs</h2>
        {may_run && <a href="/console/desk/jobs">Run failed ones again</a>}
      </div>
      {busy.length === 0 ? (
        <p className="con-nothing">No job waits.</p>
      ) : (
        <table className="ledger con-stack">
          <caption className="sr">Jobs by kind</caption>
          <thead>
            <tr>
              {JOB_COLUMNS.map((text, at) => (
                <th key={text} scope="col" className={at > 0 ? "end" : undefined}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {busy.map((job) => (
              <tr key={job.task}>
                <td>{job.task}</td>
                {[job.waiting, job.running, job.failing, job.dead].map((number, at) => (
                  <td
                    key={JOB_COLUMNS[at + 1]}
                    className={at === 3 && number > 0 ? "end num late" : "end num"}
                    data-label={JOB_COLUMNS[at + 1]}
                  >
                    {number}
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

const UNITS = { LCP: "ms", INP: "ms", CLS: "‰", TTFB: "ms" } as const;
const WORDS = {
  LCP: "Largest part painted",
  INP: "Answer to a press",
  CLS: "Shift of the layout",
  TTFB: "First byte",
} as const;
const VITALS = ["LCP", "INP", "CLS", "TTFB"] as const;

function Speed({ speed }: { speed: Shown["speed"] }) {
  return (
    <section className="panel scroll-ok" aria-labelledby="speed">
      <div className="panel-head">
        <h2 id="speed">Page speed, as visitors have it</h2>
        <span className="small muted">Seven days; three of four visits were at least so fast</span>
      </div>
      {speed.length === 0 ? (
        <p className="con-nothing">No visit was measured in seven days.</p>
      ) : (
        <table className="ledger con-stack">
          <caption className="sr">Web vitals by kind of page</caption>
          <thead>
            <tr>
              <th scope="col">Kind of page</th>
              <th scope="col" className="end">
                Visits
              </th>
              {VITALS.map((vital) => (
                <th key={vital} scope="col" className="end">
                  {WORDS[vital]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {speed.map(({ page, visits, vitals }) => (
              <tr key={page}>
                <td>{nameOf(page)}</td>
                <td className="end num" data-label="Visits">
                  {visits.toLocaleString("en-US")}
                </td>
                {VITALS.map((vital) => {
                  const told = vitals[vital];
                  return (
                    <td
                      key={vital}
                      className={told && !told.good ? "end num late" : "end num"}
                      data-label={WORDS[vital]}
                      data-none={told ? undefined : ""}
                    >
                      {told ? `${told.value.toLocaleString("en-US")} ${UNITS[vital]}` : "–"}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
