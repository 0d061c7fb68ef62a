/** Somebody asks for a right: who is signed in is known, everybody else proves their address by a press in a mail. */
import { isEmail, normaliseEmail } from "#identity";
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PrivacyContext } from "./context.ts";
import { requestConfirm } from "./letters.ts";
import { mayTell, takeRequest } from "./limits.ts";
import { MAX_WORDS, type PrivacyRefusal } from "./messages.ts";
import { moveRequest } from "./move-request.ts";
import { type Asked, type AskedAnswer, type AskingMember, newRequest } from "./new-request.ts";
import { optOut } from "./opt-out.ts";
import { type RequestRow, RIGHTS } from "./privacy.types.ts";
import { isOpen, LINK_DAYS, lawDay, sameSince } from "./rules.ts";
import { settleRequest } from "./settle-request.ts";
import { findSame, insertRequest, lockAsked, type RequestInsert, saveAddress, saveStep } from "./store.ts";
import { addressOf, factsOf, tell, tellReceived } from "./tell-request.ts";

const SECRET_CHARACTERS = 40;

export type AskedFor = Pick<Asked, "brand" | "language" | "header"> & {
  member: AskingMember | null;
  address: string;
  typed: { right: string; email: string; words: string; password: string };
};

function read({ member, typed, brand, language, header }: AskedFor): Outcome<Asked, PrivacyRefusal> {
  const right_asked = RIGHTS.find((right) => right === typed.right);
  if (!right_asked) return refused("right_missing");
  // Who is signed in asks about their own address and no other.
  const known = member?.email && member.is_verified ? { ...member, email: member.email } : null;
  const email = normaliseEmail(known?.email ?? typed.email);
  // A browser refuses without telling whose it is.
  if (!isEmail(email) && !(right_asked === "opt_out" && email === "")) return refused("email_invalid");
  const words = right_asked === "opt_out" ? "" : typed.words.trim();
  if (words.length > MAX_WORDS) return refused("words_long");
  if (right_asked === "correct" && words === "") return refused("words_missing");
  return done({ brand, language, header, member: known, user_id: member?.user_id ?? null, right_asked, email, words });
}

async function mayEnd(
  context: PrivacyContext,
  member: AskingMember,
  password: string,
): Promise<Outcome<null, PrivacyRefusal>> {
  const { identity } = context;
  const confirmed = password ? await identity.confirm(member, password) : await identity.confirmFresh(member);
  if (confirmed.ok) return done(null);
  if (confirmed.code === "too_many_attempts") return refused("too_many", confirmed.detail);
  return refused(confirmed.code === "password_wrong" ? "password_wrong" : "sign_in_again");
}

export async function askRequest(
  context: PrivacyContext,
  asked: AskedFor,
): Promise<Outcome<AskedAnswer, PrivacyRefusal>> {
  const outcome = read(asked);
  if (!outcome.ok) return outcome;
  const told = outcome.value;
  const { member } = told;
  // Wrong passwords have a count of their own, and are no requests.
  if (member && told.right_asked === "delete") {
    const may = await mayEnd(context, member, asked.typed.password);
    if (!may.ok) return may;
  }
  const wait = await takeRequest(context.limits, told, asked.address);
  if (wait) return refused("too_many", wait);
  const tells = await mayTell(context.limits, told);
  return context.database.transaction(async (tx) => {
    if (told.right_asked === "opt_out") return done(await optOut(tx, context, told, tells));
    if (member) return done({ step: "taken" as const, number: await takeMembers(tx, context, told), cookies: [] });
    await takeStrangers(tx, context, told);
    return done({ step: "mail" as const, number: null, cookies: [] });
  });
}

/** The one that waits for an answer already, locked; else what was put in its place. */
async function firstOf(
  tx: Tx,
  context: PrivacyContext,
  told: Asked,
  fresh: () => RequestInsert,
): Promise<{ row: RequestRow; isNew: boolean }> {
  const asked = { right_asked: told.right_asked, email: told.email, user_id: told.member?.user_id ?? null };
  for (;;) {
    const row = await lockAsked(tx, asked);
    // Of whoever had the address before: their request stays theirs, and is found by their account.
    if (row && (await hasMoved(tx, context, row, told))) await saveAddress(tx, { ...row, email: "" });
    else if (row) return { row, isNew: false };
    // Somebody was faster: theirs is found in the next round.
    const made = await insertRequest(tx, fresh());
    if (made) return { row: made, isNew: true };
  }
}

/** Whether the request found by an address is an account's that has another one by now. */
const hasMoved = async (tx: Tx, context: PrivacyContext, row: RequestRow, { email, member }: Asked): Promise<boolean> =>
  row.user_id !== null && row.user_id !== member?.user_id && (await addressOf(tx, context, row)) !== email;

async function takeMembers(tx: Tx, context: PrivacyContext, told: Asked): Promise<string> {
  const at = context.clock.now();
  const user_id = told.member?.user_id ?? null;
  const same = await findSame(tx, { ...told, user_id }, sameSince(at));
  if (same) return same.number;
  const { row, isNew } = await firstOf(tx, context, told, () => newRequest(told, { at, user_id, state: "open" }));
  if (isNew) {
    await settleRequest(tx, context, row, at);
  } else if (row.state === "unverified") {
    // What a stranger wrote under this address is not what its owner asks for.
    const set = { user_id, verified_at: at, words: told.words };
    await settleRequest(tx, context, await moveRequest(tx, row, { state: "open", by: "writer", at, set }), at);
  } else {
    const added = row.words.includes(told.words) ? "" : told.words;
    // Asked by the address alone before, it is about the account now, and ends with it.
    if (added !== "" || row.user_id === null)
      await saveStep(
        tx,
        {
          ...{ ...row, user_id: row.user_id ?? user_id, sequence: row.sequence + 1 },
          words: [row.words, added].filter(Boolean).join("\n\n"),
        },
        { at, by_whom: "writer", note: added && `added: ${added}` },
      );
  }
  return row.number;
}

/** Whoever reads the answer on the screen learns nothing of the address; its owner reads the truth in a mail. */
async function takeStrangers(tx: Tx, context: PrivacyContext, told: Asked): Promise<void> {
  const at = context.clock.now();
  const secret = newSecret(SECRET_CHARACTERS);
  const link = { token_hash: sha256(secret), link_until: addDays(at, LINK_DAYS) };
  const { row, isNew } = await firstOf(tx, context, told, () => ({
    ...newRequest(told, { at, user_id: null, state: "unverified" }),
    ...link,
  }));
  if (isOpen(row.state)) return tellReceived(tx, context, row, `again:${lawDay(at)}`);
  const asked = isNew ? row : { ...row, words: told.words, link_until: link.link_until, sequence: row.sequence + 1 };
  if (!isNew) await saveStep(tx, asked, { at, by_whom: "writer", note: "asked again" }, link.token_hash);
  await tell(
    tx,
    context,
    { ...asked, language: told.language },
    `confirm:${asked.sequence}`,
    requestConfirm({
      ...factsOf(asked),
      link: `${context.publicUrl}/ccpa-privacy-rights/verify?t=${secret}${told.language === "es" ? "&lang=es" : ""}`,
      until: lawDay(link.link_until),
    }),
  );
}
