import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { visitOf } from "../visit-of.ts";
import type { Route } from "./+types/results";
import { findEverywhere } from "./find-everywhere.ts";
import { FoundGroups } from "./found-groups.tsx";

export const handle = operatorPage();
export const meta = () => consoleMeta("Find");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args);
  const typed = new URL(args.request.url).searchParams.get("q")?.slice(0, 200) ?? "";
  const staff = staffOf(args.context);
  const found = await findEverywhere(staff.view(), operator, typed);
  if (found.some(({ links }) => links.some(({ personal }) => personal !== null)))
    await staff.keep(operator, { what: "personal_found", facts: { typed } }, visitOf(args.context));
  return { typed, found };
}

/** The same as the window that `/` opens, with an address of its own. */
export default function Results({ loaderData: { typed, found } }: Route.ComponentProps) {
  return (
    <ConsolePage title="Find">
      <div className="con-body">
        <form action="/console/find" className="con-search">
          <label className="sr" htmlFor="q">
            Id, address, number, amount or name
          </label>
          <input
            id="q"
            name="q"
            defaultValue={typed}
            className="input"
            placeholder="Id, address, number, amount or name"
          />
          <button type="submit" className="btn">
            Find
          </button>
        </form>
        {typed.length < 2 ? (
          <p className="con-nothing">Type an id, a mail address, the number of an order, an amount or a name.</p>
        ) : (
          <FoundGroups found={found} typed={typed} />
        )}
      </div>
    </ConsolePage>
  );
}
