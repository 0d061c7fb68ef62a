import { redirect } from "react-router";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { BesidePanels } from "../desk/beside.tsx";
import { TalkView } from "../desk/talk-view.tsx";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator } from "../guard.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/object";
import { LinkList, ObjectActs, ObjectFacts, ObjectMoney, ObjectTimeline } from "./object-parts.tsx";
import { readObject } from "./read-object.ts";

export const handle = operatorPage();
export const meta: Route.MetaFunction = ({ loaderData }) =>
  consoleMeta(loaderData ? nameOf(loaderData.kind) : "Nothing is here");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args);
  const { kind, id } = args.params;
  if (kind === "member") throw redirect(`/console/members/${encodeURIComponent(id)}`);
  return readObject(args.context, operator, kind, id);
}

export default function ObjectScreen({ loaderData: object }: Route.ComponentProps) {
  return (
    <ConsolePage title={nameOf(object.kind)}>
      <div className="con-body con-object">
        <div className="stack">
          {object.talk && (
            <TalkView key={object.id} kind={object.kind} id={object.id} act={object.talk.act} level={2} />
          )}
          <ObjectFacts object={object} />
          <LinkList title="Belongs to it" links={object.links} />
          <ObjectActs object={object} />
        </div>
        <div className="stack">
          <BesidePanels key={object.id} id={object.id} beside={object.beside} level={2} />
          <ObjectMoney object={object} />
          <ObjectTimeline object={object} />
        </div>
      </div>
    </ConsolePage>
  );
}
