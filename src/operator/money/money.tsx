import { Note } from "#ui/note.tsx";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { showLinks } from "../find/find-everywhere.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { FileForm } from "../object/file-form.tsx";
import { ListTable } from "../object/list-table.tsx";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/money";

export const handle = operatorPage();
export const meta = () => consoleMeta("Money");

/** Lists of money with what each begins with; and what stands on this page itself. */
const LISTS = ["payments", "payers", "withdrawals", "charges", "refunds", "disputes", "owed"];
const SHOWN = ["balances", "payments"];
const FEW = 8;

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "money.see");
  const view = staffOf(args.context).view();
  const own = view.lists.filter(({ name, permission }) => SHOWN.includes(name) && operator.permissions.has(permission));
  const shown = await Promise.all(
    own.map(async (list) => {
      // Of payments what only a person can end comes first; the others are one press away.
      const filters = list.name === "payments" ? { standing: "held" } : {};
      const { rows } = await list.read({ filters, after: null, most: FEW });
      return {
        ...(list.name === "payments"
          ? { name: "payments that wait for a person", what: "Nobody else can say how these ended" }
          : { name: list.name, what: list.what }),
        ...{ path: `/console/lists/${list.name}`, filters: [], isFirst: true, after: null },
        rows: rows.map((row, at) => ({
          key: `row-${at}`,
          link: showLinks([row], operator, view)[0],
          facts: row.facts,
        })),
      };
    }),
  );
  const funding = view.queues.find(({ name }) => name === "funding");
  return {
    shown,
    short: funding ? (await funding.list(FEW)).map(({ line }) => line) : [],
    lists: view.lists.filter(({ name }) => LISTS.includes(name)).map(({ name, what }) => ({ name, what })),
    months: view.files
      .filter((file) => file.name === "month" && operator.permissions.has(file.permission))
      .map(({ name, what }) => ({ name, what })),
  };
}

export default function Money({ loaderData: { shown, short, lists, months } }: Route.ComponentProps) {
  return (
    <ConsolePage title="Money">
      <nav className="tabs con-tabs" aria-label="Lists of money">
        {lists.map(({ name }) => (
          <a key={name} href={`/console/lists/${name}`}>
            {nameOf(name)}
          </a>
        ))}
      </nav>
      <div className="con-body">
        {short.map((line) => (
          <Note key={line} kind="bad" live>
            <b>Money is short.</b> {line}. Bring money there, and tell the books.
          </Note>
        ))}
        {shown.map((list) => (
          <ListTable key={list.name} list={list} path={list.path} />
        ))}
        {months.map((file) => (
          <section key={file.name} className="panel con-acts" aria-label="For accounting">
            <div className="panel-head">
              <h2>For accounting</h2>
            </div>
            <FileForm file={file} of={null} ask="Month, such as 2026-10" />
          </section>
        ))}
      </div>
    </ConsolePage>
  );
}
