/** Operators that a newcomer may come in as, one for each role. Made only beside the sandbox; none can sign in before a link is used. */
import type { Role, Staff } from "#staff";

export const DEMO_OPERATORS: readonly { name: string; email: string; role: Role }[] = [
  { name: "Olive Owner", email: "olive@ops.example", role: "owner" },
  { name: "Sam Support", email: "sam@ops.example", role: "support" },
  { name: "Clara Claims", email: "clara@ops.example", role: "claims" },
  { name: "Finn Finance", email: "finn@ops.example", role: "finance" },
  { name: "Cato Catalogue", email: "cato@ops.example", role: "catalogue" },
  { name: "Connie Content", email: "connie@ops.example", role: "content" },
  { name: "Ada Analyst", email: "ada@ops.example", role: "analyst" },
];

/** Invites who is not there. Answers with the owner's one-time link, as long as the owner has not come in. */
export async function inviteDemoOperators(staff: Staff): Promise<string | null> {
  const there = new Map((await staff.people()).map((person) => [person.email, person]));
  let first: string | null = null;
  for (const { name, email, role } of DEMO_OPERATORS) {
    const known = there.get(email);
    if (known && (role !== "owner" || known.state !== "invited")) continue;
    const outcome = known
      ? await staff.linkByCommand("npm start", email)
      : await staff.inviteByCommand("npm start", { email, name, roles: [role] });
    if (outcome.ok && role === "owner") first = outcome.value.link;
  }
  return first;
}
