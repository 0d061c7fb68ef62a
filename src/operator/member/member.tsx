import { useNavigate } from "react-router";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { showLinks } from "../find/find-everywhere.ts";
import { useKeys } from "../frame/keys.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { LinkLine, LinkList, ObjectActs, ObjectFacts, ObjectMoney, ObjectTimeline } from "../object/object-parts.tsx";
import { readObject } from "../object/read-object.ts";
import { When } from "../times.tsx";
import { visitOf } from "../visit-of.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/member";

export const handle = operatorPage();
export const meta = () => consoleMeta("Member");

const MAX_ROWS = 100;

/** `?show=`: the section that is read; without one the page is the account itself. */
export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "members.see");
  const { id } = args.params;
  const object = await readObject(args.context, operator, "member", id);
  const staff = staffOf(args.context);
  const view = staff.view();
  const sections = view.members.filter(({ permission }) => operator.permissions.has(permission));
  const asked = new URL(args.request.url).searchParams.get("show");
  const section = sections.find(({ name }) => name === asked) ?? null;
  const rows = section ? await section.list(id, MAX_ROWS, operator.id) : [];
  if (section && ["members.personal", "members.look"].includes(section.permission))
    await staff.keep(
      operator,
      { what: "section_seen", object: id, facts: { section: section.name } },
      visitOf(args.context),
    );
  const shown = section && {
    name: section.name,
    what: section.what,
    by_look: section.permission === "members.look",
    full: rows.length === MAX_ROWS,
    rows: rows.map((row, at) => ({
      ...showLinks([row], operator, view)[0],
      at: row.at.toISOString(),
      key: `row-${at}`,
    })),
  };
  return {
    object,
    sections: sections.map(({ name }) => name),
    section: await staff.withNames(shown),
  };
}

export default function Member({ loaderData: { object, sections, section } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const names = [null, ...sections];
  const at = names.indexOf(section?.name ?? null);
  const hrefOf = (name: string | null) =>
    `/console/members/${object.id}${name ? `?show=${encodeURIComponent(name)}` : ""}`;
  const step = (by: number) => {
    const next = names[(at + by + names.length) % names.length];
    if (next !== undefined) navigate(hrefOf(next), { preventScrollReset: true });
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <ConsolePage
      title="Member"
      keys={[
        { key: "j", text: "Next section" },
        { key: "k", text: "Section before" },
      ]}
    >
      {/* On a phone one line, which asks for the page as a plain form does; else all of them side by side. */}
      <form className="con-section" method="get" action={hrefOf(null)}>
        <select
          className="select"
          name="show"
          aria-label="Section"
          key={section?.name ?? ""}
          defaultValue={section?.name ?? ""}
          onChange={(event) => navigate(hrefOf(event.currentTarget.value || null))}
        >
          {names.map((name) => (
            <option key={name ?? ""} value={name ?? ""}>
              {name ? nameOf(name) : "Account"}
            </option>
          ))}
        </select>
        <button className="btn" type="submit">
          Show
        </button>
      </form>
      <nav className="tabs con-tabs con-many" aria-label="Sections">
        {names.map((name) => (
          <a key={name ?? ""} href={hrefOf(name)} aria-current={name === (section?.name ?? null) ? "page" : undefined}>
            {name ? nameOf(name) : "Account"}
          </a>
        ))}
      </nav>
      <div className="con-body con-object">
        {section ? (
          <section className="panel con-wide" aria-label={nameOf(section.name)}>
            <div className="panel-head">
              <h2>{nameOf(section.name)}</h2>
              <span className="small muted">{section.what}</span>
            </div>
            <ol className="con-timeline con-wide-times">
              {section.rows.map((row) => (
                <li key={row.key}>
                  <When at={row.at} />
                  <span>
                    <LinkLine
                      link={{
                        kind: row.kind ?? "",
                        id: row.id ?? "",
                        line: row.line ?? "",
                        personal: row.personal ?? null,
                        href: row.href ?? "",
                      }}
                    />
                  </span>
                </li>
              ))}
            </ol>
            {section.rows.length === 0 && (
              <p className="con-nothing">
                {section.by_look
                  ? "Nothing to see yet. Press Look on the account's page and say why: for 30 minutes you read it as they do."
                  : "Nothing is kept of this."}
              </p>
            )}
            {section.full && <p className="small muted con-nothing">The newest {MAX_ROWS} are shown.</p>}
          </section>
        ) : (
          <>
            <div className="stack">
              <ObjectFacts object={object} />
              <LinkList title="Belongs to it" links={object.links} />
              <ObjectActs object={object} />
            </div>
            <div className="stack">
              <ObjectMoney object={object} />
              <ObjectTimeline object={object} />
            </div>
          </>
        )}
      </div>
    </ConsolePage>
  );
}
