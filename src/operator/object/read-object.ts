/** One thing as its page shows it, for loaders: what somebody may see of it, what they may do, and which files stand there. */
import { data, type RouterContextProvider } from "react-router";
import type { Operator } from "#staff";
import { showLinks } from "../find/find-everywhere.ts";
import { staffOf } from "../guard.ts";

const MAX_DECISIONS = 5;

type Context = Readonly<RouterContextProvider>;

/** Answers 404 where nothing is, and where it is not for this operator: the two look the same. */
export async function readObject(context: Context, operator: Operator, kind: string, id: string) {
  const staff = staffOf(context);
  const view = staff.view();
  const may = (permission: Parameters<typeof operator.permissions.has>[0]) => operator.permissions.has(permission);
  const object = view.objects.find((one) => one.kind === kind);
  const page = object && may(object.permission) ? await object.show(id, may) : null;
  if (!object || !page) throw data("not_here", { status: 404 });
  const shown = {
    kind,
    id,
    has_personal: page.personal !== undefined && may("members.personal"),
    facts: page.facts,
    timeline: page.timeline.map((row) => ({ ...row, at: row.at.toISOString() })).toReversed(),
    money: (page.money ?? []).map((row) => ({ ...row, at: row.at.toISOString() })),
    links: showLinks(page.links ?? [], operator, view),
    views: page.views ?? [],
    picture: page.picture ?? null,
    acts: await staff.actsOf(operator, kind, id),
    talk: await staff.talkOf(operator, id),
    beside: staff.besideOf(operator, page.member ?? null),
    decisions: (await staff.decisionsOf(operator, id)).slice(0, MAX_DECISIONS),
    files: view.files
      .filter((file) => file.kind === kind && may(file.permission))
      .map(({ name, what }) => ({ name, what })),
  };
  return staff.withNames(shown);
}
export type ShownObject = Awaited<ReturnType<typeof readObject>>;
