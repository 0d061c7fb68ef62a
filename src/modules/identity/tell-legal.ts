/** Members learn of a change of what they agreed to, each once and in their own language, some at a time. */
import { addJobs } from "#platform/jobs";
import type { IdentityContext } from "./context.ts";
import { TELL_LEGAL } from "./job-kinds.ts";
import { changeLetter } from "./letters-of-law.ts";
import { readMembersAfter } from "./store.ts";

const AT_A_TIME = 500;

export async function tellLegal(
  context: IdentityContext,
  { edition, what, after }: { edition: string; what: "comes" | "stays"; after: string | null },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const row = await context.editions.hold(tx, edition);
    // Taken back while members were told of it: the other telling is on its way.
    if (!row?.live_at || (what === "comes" && row.state !== "published")) return;
    const { live_at } = row;
    const facts = { document: context.editions.documentOf(row), from: live_at.toISOString() };
    const isRead = context.editions.readersOf({ ...row, live_at });
    const members = await readMembersAfter(tx, after, AT_A_TIME);
    const ids = members.map(({ user_id }) => user_id);
    const places = await context.agreements.placesOf(tx, ids, facts.document);
    for (const { email, partner, country_code, ...member } of members) {
      // Where they read what they agreed to; of who was there before agreements were kept, what the account says.
      const readers = places.get(member.user_id) ?? [{ partner, country: country_code }];
      if (!readers.some(isRead)) continue;
      await context.notifications.queue(tx, {
        ...changeLetter(what, edition, member.user_id, facts),
        recipient: { ...member, email, partner },
      });
    }
    const last = members.at(-1);
    if (last && members.length === AT_A_TIME)
      await addJobs(tx, [TELL_LEGAL.with({ edition, what, after: last.user_id })]);
  });
}
