import { Button, ButtonLink } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { operatorPage } from "#ui/page.ts";
import { door } from "../console-call.ts";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { When } from "../times.tsx";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/audit";

export const handle = operatorPage();
export const meta = () => consoleMeta("Log");

const NAMES = ["by", "what", "object", "from", "to", "before"] as const;

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "audit.see");
  const asked = new URL(args.request.url).searchParams;
  const filters = Object.fromEntries(NAMES.map((name) => [name, asked.get(name)])) as Record<
    (typeof NAMES)[number],
    string | null
  >;
  const staff = staffOf(args.context);
  return { ...(await staff.audit(filters)), filters, is_fresh: staff.isFresh(operator) };
}

export default function Audit({ loaderData: { rows, after, kinds, people, filters, is_fresh } }: Route.ComponentProps) {
  const query = (changes: Partial<typeof filters>) => {
    const wanted = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filters, ...changes })) if (value) wanted.set(name, value);
    return wanted.size ? `?${wanted}` : "";
  };
  /** A file of it asks for a fresh sign-in, which a link cannot answer. */
  async function onExport() {
    if (is_fresh || (await door.ask("confirm")))
      window.location.assign(`/api/console/audit.csv${query({ before: null })}`);
  }
  return (
    <ConsolePage
      title="Log"
      top={
        <Button size="sm" onClick={() => void onExport()}>
          <Icon name="download" size="sm" />
          CSV
        </Button>
      }
    >
      <div className="con-body">
        <form className="panel con-filters" method="get" action="/console/audit">
          <label>
            Who
            <select className="input" name="by" defaultValue={filters.by ?? ""}>
              <option value="">Anybody</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            What
            <select className="input" name="what" defaultValue={filters.what ?? ""}>
              <option value="">Anything</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {nameOf(kind)}
                </option>
              ))}
            </select>
          </label>
          <Field
            label="On what"
            name="object"
            defaultValue={filters.object ?? ""}
            placeholder="An id"
            autoComplete="off"
          />
          <Field label="From" name="from" type="date" defaultValue={filters.from ?? ""} />
          <Field label="To" name="to" type="date" defaultValue={filters.to ?? ""} />
          <Button type="submit" look="primary">
            Filter
          </Button>
        </form>
        <section className="panel scroll-ok" aria-label="What operators did and saw">
          <table className="ledger con-log con-stack">
            <caption className="sr">What operators did and saw, newest first</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">On what, and why</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.number}>
                  <td>
                    <When at={row.at} />
                    <span className="con-what num">{row.number}</span>
                  </td>
                  <td data-label="Who">
                    <span>
                      {row.who}
                      {row.as_whom && <span className="con-what">as {row.as_whom}</span>}
                    </span>
                  </td>
                  <td data-label="What">{nameOf(row.what)}</td>
                  <td data-label="On what, and why">
                    <span>
                      {row.object && <span className="con-id">{row.object}</span>}
                      {row.reason && <span className="con-what">{row.reason}</span>}
                      <Facts facts={row.facts} />
                    </span>
                  </td>
                  <td data-label="From">
                    <span>
                      {row.address || "–"}
                      <span className="con-what con-id">{row.request_id}</span>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p className="con-nothing">Nothing fits these filters.</p>}
        </section>
        {after && <ButtonLink href={`/console/audit${query({ before: after })}`}>Older</ButtonLink>}
      </div>
    </ConsolePage>
  );
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const Facts = ({ facts }: { facts: Record<string, unknown> }) => (
  <span className="con-what">
    {Object.entries(facts)
      .filter(([, value]) => value !== null && shown(value) !== "{}" && shown(value) !== "")
      .map(([name, value]) => `${name}: ${shown(value)}`)
      .join(" · ")}
  </span>
);
