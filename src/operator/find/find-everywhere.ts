/** What a few typed letters find, in every kind of thing that somebody may see. For loaders. */
import type { OperatorObject, OperatorView } from "#platform/operator";
import type { Operator } from "#staff";

/** As many of each kind: more than that is a text that says too little. */
const MAX_EACH = 8;

export type FoundLink = { kind: string; id: string; line: string; personal: string | null; href: string };
export type Found = { kind: string; links: FoundLink[] }[];

export const hrefOf = (kind: string, id: string): string =>
  kind === "member" ? `/console/members/${id}` : `/console/o/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;

/** Names and addresses only for whose roles see them. Links that nothing stands behind lead nowhere. */
export function showLinks(
  links: readonly { kind: string; id: string; line: string; personal?: string }[],
  operator: Operator,
  view: Pick<OperatorView, "objects">,
): FoundLink[] {
  const kinds = new Set(
    (view.objects ?? []).filter(({ permission }) => operator.permissions.has(permission)).map(({ kind }) => kind),
  );
  const personal = operator.permissions.has("members.personal");
  return links.map((link) => ({
    ...{ kind: link.kind, id: link.id, line: link.line },
    personal: personal ? (link.personal ?? null) : null,
    href: kinds.has(link.kind) ? hrefOf(link.kind, link.id) : "",
  }));
}

export async function findEverywhere(
  view: Pick<OperatorView, "objects">,
  operator: Operator,
  text: string,
): Promise<Found> {
  const typed = text.trim();
  if (typed.length < 2) return [];
  const seen = (view.objects ?? []).filter(({ permission }) => operator.permissions.has(permission));
  const groups = await Promise.all(
    seen.map(async (object: OperatorObject) => ({
      kind: object.kind,
      links: showLinks((await object.search?.(typed, MAX_EACH)) ?? [], operator, view),
    })),
  );
  const found = groups.filter(({ links }) => links.length > 0);
  // Whoever types a name or an address looks for the person; the first line is what Enter opens.
  return [...found.filter(({ kind }) => kind === "member"), ...found.filter(({ kind }) => kind !== "member")];
}
