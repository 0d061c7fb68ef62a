/** Letters that are no hurry, gathered until their member's own morning and told in one mail. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { SEND_DIGEST, SEND_MAIL } from "../job-kinds.ts";
import { isChosen, readPreferences } from "../preference-store.ts";
import { nextDigest } from "../quiet-hours.ts";
import type { WriteMail } from "../write-mail.ts";
import { digestLetter } from "./digest-letter.ts";
import { endGathered, findForgotten, type GatheredMail, lockGathered } from "./digest-store.ts";

const DAY_MS = 86_400_000;
/** A week and what a night may add to it. */
const LONGEST_DAYS = 9;

export type DigestContext = {
  database: DatabaseHandle;
  clock: Clock;
  writeMail: WriteMail;
  /** Of those whose own is not known. */
  zoneOf(partner: string | null): string;
};

/** Asks for the next summary, unless it was asked for. `anew`: when it is due has changed. */
export async function askForDigest(
  tx: Tx,
  { clock, zoneOf }: Pick<DigestContext, "clock" | "zoneOf">,
  member: { user_id: string; partner: string | null },
  anew = false,
): Promise<void> {
  const { digest, zone } = await readPreferences(tx, member.user_id);
  if (digest === "none") return;
  const run_at = nextDigest(clock.now(), zone ?? zoneOf(member.partner), digest);
  const { user_id } = member;
  await addJobs(tx, [SEND_DIGEST.with({ user_id }, { run_at, ...(anew ? {} : { if_there: "keep" as const }) })]);
}

/** After a member changed when they want it: gathered letters leave one by one, or wait for the new day. */
export async function regather(tx: Tx, context: DigestContext, userId: string): Promise<void> {
  const gathered = await lockGathered(tx, userId);
  const newest = gathered.at(-1);
  if (!newest) return;
  const { digest } = await readPreferences(tx, userId);
  if (digest === "none") await sendApart(tx, gathered);
  else await askForDigest(tx, context, { user_id: userId, partner: newest.partner }, true);
}

/** Each as the letter that it is. */
export async function sendApart(tx: Tx, mails: readonly GatheredMail[]): Promise<void> {
  const ids = mails.map(({ mail_id }) => mail_id);
  await endGathered(tx, ids, "queued");
  await addJobs(
    tx,
    ids.map((mail_id) => SEND_MAIL.with({ mail_id })),
  );
}

export async function sendDigest(context: DigestContext, userId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const all = await lockGathered(tx, userId);
    const wanted: GatheredMail[] = [];
    // What somebody left meanwhile is not told after all.
    for (const mail of all) if (await isChosen(tx, userId, mail.list, "mail")) wanted.push(mail);
    const left = all.filter((mail) => !wanted.includes(mail));
    await endGathered(
      tx,
      left.map(({ mail_id }) => mail_id),
      "unwanted",
    );
    const newest = wanted.at(-1);
    if (!newest) return;
    const { digest } = await readPreferences(tx, userId);
    // One thing needs no summary around it.
    if (wanted.length === 1 || digest === "none") return sendApart(tx, wanted);
    const mail_id = await context.writeMail(tx, {
      cause: `digest:${newest.mail_id}`,
      recipient: {
        user_id: userId,
        email: newest.recipient,
        name: "",
        language: newest.language,
        partner: newest.partner,
      },
      letter: digestLetter({ parts: wanted.map(({ brief }) => brief), every: digest }),
      list: "digest",
    });
    await endGathered(
      tx,
      wanted.map((mail) => mail.mail_id),
      "digested",
      mail_id,
    );
  });
}

/** Summaries whose job was lost. */
export async function sweepDigests(context: DigestContext): Promise<number> {
  const before = new Date(context.clock.now().getTime() - LONGEST_DAYS * DAY_MS);
  const forgotten = await findForgotten(context.database.db, before);
  for (const userId of forgotten) await sendDigest(context, userId);
  return forgotten.length;
}
