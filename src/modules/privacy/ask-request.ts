/** Somebody asks for a right: who is signed in is known, everybody else proves their address by a press in a mail. */
import { isEmail, normaliseEmail } from "#identity";
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { askForOther, readAgent, type TypedAgent } from "./ask-for-other.ts";
import type { PrivacyContext } from "./context.ts";
import { firstOf } from "./first-request.ts";
import { mayTell, mayTellAgent, takeRequest } from "./limits.ts";
import { MAX_WORDS, type PrivacyRefusal } from "./messages.ts";
import { moveRequest } from "./move-request.ts";
import { type Asked, type AskedAnswer, type AskingMember, newRequest } from "./new-request.ts";
import { optOut } from "./opt-out.ts";
import { RIGHTS } from "./privacy.types.ts";
import { proveRequest } from "./prove-request.ts";
import { sameSince } from "./rules.ts";
import { settleRequest } from "./settle-request.ts";
import { findSame, saveStep } from "./store.ts";

export type AskedFor = Pick<Asked, "brand" | "language" | "header"> & {
  member: AskingMember | null;
  address: string;
  /** `agent`: of who asks for somebody else, whose address then is `email`. */
  typed: { right: string; email: string; words: string; password: string; agent?: TypedAgent | null };
};

function read(
  context: PrivacyContext,
  { member, typed, brand, language, header }: AskedFor,
): Outcome<Asked, PrivacyRefusal> {
  const right_asked = RIGHTS.find((right) => right === typed.right);
  if (!right_asked) return refused("right_missing");
  const isOther = Boolean(typed.agent);
  // Who is signed in asks about their own address and no other; for somebody else a session proves nothing.
  const known = !isOther && member?.email && member.is_verified ? { ...member, email: member.email } : null;
  const email = normaliseEmail(known?.email ?? typed.email);
  // A browser refuses without telling whose it is.
  if (!isEmail(email) && !(right_asked === "opt_out" && email === "" && !isOther)) return refused("email_invalid");
  const words = right_asked === "opt_out" ? "" : typed.words.trim();
  if (words.length > MAX_WORDS) return refused("words_long");
  if (right_asked === "correct" && words === "") return refused("words_missing");
  const agent = readAgent(context, typed.agent ?? null, { right_asked, email });
  if (!agent.ok) return agent;
  const user_id = isOther ? null : (member?.user_id ?? null);
  return done({ brand, language, header, member: known, user_id, right_asked, email, words, ...agent.value });
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
  const outcome = read(context, asked);
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
  const tells_agent = await mayTellAgent(context.limits, told);
  return context.database.transaction(async (tx) => {
    if (told.permission) return done(await askForOther(tx, context, told, { tells, tells_agent }));
    if (told.right_asked === "opt_out") return done(await optOut(tx, context, told, tells));
    if (member) return done({ step: "taken" as const, number: await takeMembers(tx, context, told), cookies: [] });
    await proveRequest(tx, context, told);
    return done({ step: "mail" as const, number: null, cookies: [] });
  });
}

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
