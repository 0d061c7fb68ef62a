import { type FormEvent, useRef, useState } from "react";
import { data, useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { operatorPage } from "#ui/page.ts";
import { consoleCall } from "../console-call.ts";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { FactList } from "../known-parts.tsx";
import { When } from "../times.tsx";
import { useAction } from "../use-action.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/partner";

export const handle = operatorPage();
export const meta = ({ loaderData }: Route.MetaArgs) => consoleMeta(loaderData?.title ?? "Partner");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "own");
  const staff = staffOf(args.context);
  const { partnerDesk: desk } = staff;
  const partner = desk.partnerOf(operator, args.params.name ?? null);
  if (partner === null) throw data("not_allowed", { status: operator.partner === null ? 404 : 403 });
  const objects = new Map(staff.view().objects.map((object) => [object.kind, object]));
  const page = await objects.get("partner")?.show(partner);
  const drafts = (page?.links ?? []).filter(({ line }) => /: (draft|scheduled)/.test(line));
  const looks = await Promise.all(
    drafts.map(async ({ id, line }) => ({ id, line, views: (await objects.get("pack")?.show(id))?.views ?? [] })),
  );
  return {
    ...{ partner, title: page?.facts.name ?? partner, facts: page?.facts ?? {}, looks },
    numbers: await desk.numbers.byMonth(partner),
    keys: await desk.keys(partner),
    may_keep: desk.mayKeepKeys(operator),
    is_house: operator.partner === null,
  };
}
type Data = Route.ComponentProps["loaderData"];

export default function Partner({ loaderData }: Route.ComponentProps) {
  const { partner, title, facts, looks, is_house } = loaderData;
  return (
    <ConsolePage title={title}>
      <div className="con-body">
        <Numbers {...loaderData} />
        <section className="panel" aria-labelledby="says">
          <div className="panel-head">
            <h2 id="says">What it says now</h2>
            {is_house && <a href={`/console/o/partner/${partner}`}>Its drafts and what happened</a>}
          </div>
          <FactList facts={facts} />
        </section>
        {looks.length > 0 && (
          <section className="panel" aria-labelledby="drafts">
            <div className="panel-head">
              <h2 id="drafts">Not yet</h2>
              <span className="small muted">drafts and what is scheduled, as pages would show them</span>
            </div>
            <ul className="con-links">
              {looks.flatMap(({ id, line, views }) =>
                views.map((view) => (
                  <li key={`${id} ${view.href}`}>
                    <a href={view.href} data-document="">
                      {view.line}
                    </a>{" "}
                    <span className="small muted">{line}</span>
                  </li>
                )),
              )}
            </ul>
          </section>
        )}
        <Keys {...loaderData} />
      </div>
    </ConsolePage>
  );
}

const shownValue = (unit: "count" | "USD", value: string): string =>
  unit === "USD"
    ? (Number(value) / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })
    : Number(value).toLocaleString("en-US");

function Numbers({ partner, numbers: { periods, rows } }: Data) {
  const newestFirst = periods.map((period, at) => ({ period, at })).toReversed();
  return (
    <section className="panel scroll-ok" aria-labelledby="numbers">
      <div className="panel-head">
        <h2 id="numbers">Its numbers</h2>
        <a href={`/api/console/partner/numbers.csv?partner=${partner}&days=90`}>By day, as a sheet (CSV)</a>
      </div>
      <table className="ledger con-stack">
        <caption className="sr">By month of UTC, this one first</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {rows.map(({ name }) => (
              <th key={name} scope="col" className="end">
                {nameOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestFirst.map(({ period, at }) => (
            <tr key={period}>
              <td className="nowrap">{period}</td>
              {rows.map(({ name, unit, values }) => (
                <td key={name} className="end num" data-label={nameOf(name)}>
                  {shownValue(unit, values[at] ?? "0")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <details className="con-detail">
        <summary>How they are counted</summary>
        <dl className="con-facts">
          {rows.map(({ name, what }) => (
            <div key={name}>
              <dt>{nameOf(name)}</dt>
              <dd>{what}.</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function Keys({ partner, keys, may_keep }: Data) {
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useAction();
  const [made, setMade] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  async function onMake(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    await run(async () => {
      const { key } = await consoleCall<{ success: true; key: string }>("/api/console/partner/keys", { partner, name });
      setMade(key);
      form.current?.reset();
    });
    void revalidate();
  }
  async function onEnd(id: string) {
    await run(() => consoleCall("/api/console/partner/keys/end", { partner, id }));
    void revalidate();
  }
  return (
    <section className="panel" aria-labelledby="keys">
      <div className="panel-head">
        <h2 id="keys">Keys of its servers</h2>
        <span className="small muted">
          sent as <code>Authorization: Bearer …</code>; the calls stand in <a href="/api/docs">the description</a>
        </span>
      </div>
      {problem && <Note kind="bad">{problem}</Note>}
      <div role="status">
        {made && (
          <Note kind="good">
            <p>Keep this key now: it is not shown again, and we keep only its hash.</p>
            <p>
              <code className="con-key">{made}</code>
            </p>
          </Note>
        )}
      </div>
      {keys.length === 0 ? (
        <p className="con-nothing">No key was made yet.</p>
      ) : (
        <ul className="con-rows">
          {keys.map((key) => (
            <li key={key.id}>
              <span>
                <b>{key.name}</b>
                <span className="con-what">
                  Made <When at={key.made_at} />
                  {key.ended_at ? (
                    <>
                      , ended <When at={key.ended_at} />
                    </>
                  ) : key.used_at ? (
                    <>
                      , last used <When at={key.used_at} />
                    </>
                  ) : (
                    ", never used"
                  )}
                </span>
              </span>
              {may_keep && !key.ended_at && (
                <Button
                  size="sm"
                  look="brick"
                  disabled={busy}
                  aria-label={`End ${key.name}`}
                  onClick={() => void onEnd(key.id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_keep && (
        <form ref={form} className="con-inline" onSubmit={onMake}>
          <Field label="What will call us by it" name="name" required maxLength={60} autoComplete="off" />
          <Button type="submit" look="primary" busy={busy} busyText="Making">
            Make a key
          </Button>
        </form>
      )}
    </section>
  );
}
