/** A file that an act asks for is handed in before the act is decided: what takes it says what it is, and who handed it in is kept. */
import { done, type Outcome, refused } from "#platform/outcome";
import { keep } from "./audit.ts";
import type { StaffRefusal } from "./messages.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";

export type Handed = { id: string; line: string };

/** `read`: null when it is larger than `most` bytes, which is told before anything of it is read. */
export async function takeFile(
  context: StaffContext,
  operator: Operator,
  asked: { name: string; read(most: number): Promise<Buffer | null> },
  visit: Visit,
): Promise<Outcome<Handed, StaffRefusal>> {
  const take = context.view().takes.find(({ name }) => name === asked.name);
  if (!take) return refused("unknown_act");
  if (!operator.permissions.has(take.permission)) return refused("not_allowed");
  const bytes = await asked.read(take.most_bytes);
  if (!bytes)
    return refused("told_wrong", {
      text: `At most ${take.most_bytes / 1_048_576} megabytes are taken.`,
      field: "file",
    });
  if (bytes.length === 0) return refused("told_wrong", { text: "The file is empty.", field: "file" });
  const taken = await take.take(bytes);
  if (!taken.ok) return refused("told_wrong", { text: taken.detail?.why ?? "It is not taken.", field: "file" });
  const facts = { take: take.name, line: taken.value.line };
  await keep(context, operator, { what: "file_handed_in", object: taken.value.id, facts }, visit);
  return done(taken.value);
}
