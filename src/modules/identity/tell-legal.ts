/** Members learn of a change of what they agreed to, each once and in their own language, some at a time. */
import { civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import type { IdentityContext } from "./context.ts";
import { TELL_LEGAL } from "./job-kinds.ts";
import { causeOf, changeLetter, partnerOfPage } from "./letters-of-law.ts";
import { readMembersAfter } from "./store.ts";

/** What else is to change on the same page on the same day. */
async function othersOfDay(
  tx: Tx,
  { editions }: IdentityContext,
  { document, live_at }: { document: string; live_at: Date },
) {
  const coming = await editions.coming(tx);
  return coming.filter((one) => one.document === document && civilDate(one.from) === civilDate(live_at));
}

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
    // Who reads another text on that day would be told wrongly that it stays as it is.
    const stillChanging = what === "comes" ? [] : await othersOfDay(tx, context, { document: facts.document, live_at });
    const members = await readMembersAfter(tx, after, AT_A_TIME);
    const ids = members.map(({ user_id }) => user_id);
    // Whom the first telling did not reach hears nothing of its end.
    const heard =
      what === "comes"
        ? null
        : await context.notifications.toldOf(
            tx,
            ids.map((id) => causeOf("comes", edition, id)),
          );
    const places = await context.agreements.placesOf(tx, ids, facts.document);
    for (const { email, partner, country_code, ...member } of members) {
      // Where they read what they agreed to; of who was there before agreements were kept, what the account says.
      const readers = places.get(member.user_id) ?? [{ partner, country: country_code }];
      if (heard && !heard.has(causeOf("comes", edition, member.user_id))) continue;
      const reader = readers.find(isRead);
      if (!reader || stillChanging.some(({ isFor }) => readers.some(isFor))) continue;
      const read = { ...facts, partner: partnerOfPage(context.partners, reader.partner) };
      await context.notifications.queue(tx, {
        ...changeLetter(what, edition, member.user_id, read),
        recipient: { ...member, email, partner },
      });
    }
    const last = members.at(-1);
    if (last && members.length === AT_A_TIME)
      await addJobs(tx, [TELL_LEGAL.with({ edition, what, after: last.user_id })]);
  });
}
