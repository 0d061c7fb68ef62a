/** What modules show of a member beside what that member wrote to us: for roles that see the section, each look kept before it is shown. */
import type { Permission } from "#platform/operator";
import { keep } from "./audit.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";

/** The newest rows of a section; the rest stands on the member's page. */
const MAX_ROWS = 8;
const MAX_WAITING = 200;

/** What may be asked for beside a conversation of a member. */
export type BesidePlan = { member: string; sections: { name: string }[] };
export type ShownBeside = {
  facts: Readonly<Record<string, string>>;
  rows: {
    kind: string;
    id: string;
    line: string;
    at: string;
    amount: string;
    state: string;
    tone: "good" | "wait" | "bad";
    /** Whether the roles of who looks open what is behind it. */
    opens: boolean;
  }[];
};

const sectionsOf = (context: StaffContext, operator: Operator) =>
  context.view().members.filter(({ beside, permission }) => beside && operator.permissions.has(permission));

/** Null where it is nobody's, and where no role of theirs sees anything of its member. */
export function besideOf(context: StaffContext, operator: Operator, member: string | null): BesidePlan | null {
  const sections = sectionsOf(context, operator).map(({ name }) => ({ name }));
  return member && sections.length > 0 ? { member, sections } : null;
}

/** Who wrote the thing behind an id, if a member did; asked of what somebody may see themselves, never of who asks. */
async function memberOf(context: StaffContext, operator: Operator, id: string): Promise<string | null> {
  const may = (permission: Permission) => operator.permissions.has(permission);
  const { objects, queues } = context.view();
  for (const object of objects) {
    const page = may(object.permission) ? await object.show(id, may) : null;
    if (page) return page.member ?? null;
  }
  for (const queue of queues) {
    const item = may(queue.permission) ? (await queue.list(MAX_WAITING)).find((one) => one.id === id) : undefined;
    if (item) return item.member ?? null;
  }
  return null;
}

/** Null for a stranger's, for what there is not, and for a section that is not for their roles: the three look the same. */
export async function lookBeside(
  context: StaffContext,
  operator: Operator,
  asked: { id: string; section: string },
  visit: Visit,
): Promise<ShownBeside | null> {
  const section = sectionsOf(context, operator).find(({ name }) => name === asked.section);
  const member = section && (await memberOf(context, operator, asked.id));
  if (!member) return null;
  const facts = { section: section.name, beside: asked.id };
  await keep(context, operator, { what: "section_seen", object: member, facts }, visit);
  const found = await section.beside?.(member, { by: operator.id, of: asked.id, most: MAX_ROWS });
  if (!found) return null;
  const opened = new Set(
    context
      .view()
      .objects.filter(({ permission }) => operator.permissions.has(permission))
      .map(({ kind }) => kind),
  );
  return {
    facts: found.facts,
    rows: found.rows.map(({ kind, id, line, at, amount, state, tone }) => ({
      ...{ kind, id, line, amount, state, tone, at: at.toISOString() },
      // The panel leads to the member's page itself.
      opens: opened.has(kind) && kind !== "member",
    })),
  };
}
