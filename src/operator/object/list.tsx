import { data } from "react-router";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { showLinks } from "../find/find-everywhere.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { visitOf } from "../visit-of.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/list";
import { ListTable } from "./list-table.tsx";

export const handle = operatorPage();
export const meta: Route.MetaFunction = ({ loaderData }) =>
  consoleMeta(loaderData ? nameOf(loaderData.name) : "Nothing is here");

const PAGE = 50;

/** Filters and the place where the page before ended stand in the address, so that a list is kept and sent as a link. */
export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args);
  const staff = staffOf(args.context);
  const view = staff.view();
  const list = view.lists.find(({ name }) => name === args.params.name);
  if (!list || !operator.permissions.has(list.permission)) throw data("not_here", { status: 404 });
  const { searchParams } = new URL(args.request.url);
  const filters = (list.filters ?? []).map(({ name, values }) => ({
    ...{ name, values },
    value: values.find((value) => value === searchParams.get(name)) ?? values[0] ?? "",
  }));
  const asked = Object.fromEntries(filters.map(({ name, value }) => [name, value]));
  const after = searchParams.get("after");
  const page = await list.read({ filters: asked, after, most: PAGE, by: operator.id });
  if (list.permission === "members.personal" || page.rows.some(({ personal }) => personal !== undefined))
    await staff.keep(operator, { what: "list_seen", facts: { list: list.name, ...asked } }, visitOf(args.context));
  const { ordered } = list;
  const acts = ordered && page.rows[0] ? await staff.actsOf(operator, page.rows[0].kind) : [];
  return staff.withNames({
    ordered: ordered && acts.some(({ name }) => name === ordered.act) ? ordered : null,
    name: list.name,
    what: list.what,
    empty: list.empty ?? null,
    filters,
    isFirst: after === null,
    after: page.after,
    rows: page.rows.map((row, at) => ({
      key: `row-${at}`,
      link: showLinks([row], operator, view)[0],
      facts: row.facts,
    })),
  });
}

export default function List({ loaderData: list }: Route.ComponentProps) {
  return (
    <ConsolePage title={nameOf(list.name)}>
      <div className="con-body">
        <ListTable list={list} path={`/console/lists/${list.name}`} />
      </div>
    </ConsolePage>
  );
}
