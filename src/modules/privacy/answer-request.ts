/** What a person makes of a request: an answer, a no with its reason, or once more time. */
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { agentRefused } from "./agent-letters.ts";
import type { PrivacyContext } from "./context.ts";
import { requestAnswered, requestExtended, requestRefused } from "./letters.ts";
import { moveRequest } from "./move-request.ts";
import type { RefusalReason, RequestRow, RequestState } from "./privacy.types.ts";
import { extendedTo, isOwed, mayExtend } from "./rules.ts";
import { settleRequest } from "./settle-request.ts";
import { lockRequest, readEvents } from "./store.ts";
import { tell, tellAgent } from "./tell-request.ts";

export type AnswerRefusal =
  | "look_first"
  | "no_attorney"
  | "unknown"
  | "ended"
  | "no_more_time"
  | "words_missing"
  | "reason_missing"
  | "account_lives";
/** `at`: when it was decided, so that the same decision carried out twice is known again. */
export type Decided = { request_id: string; by: string; words: string; at: Date };

/** The same decision, carried out once more by who took a killed worker's place, has been done. */
async function decide(
  context: PrivacyContext,
  { request_id, by, at, words }: Decided,
  state: RequestState,
  work: (tx: Tx, row: RequestRow) => Promise<AnswerRefusal | null>,
): Promise<Outcome<null, AnswerRefusal>> {
  return context.database.transaction(async (tx) => {
    const row = await lockRequest(tx, request_id);
    if (!row) return refused("unknown");
    const last = (await readEvents(tx, request_id)).at(-1);
    if (last?.state === state && last.by_whom === by && last.note === words && +last.at === +at) return done(null);
    if (!isOwed(row)) return refused("ended");
    // Nothing is done of what an agent asks before it is certain that they may.
    if (row.state === "unverified" && state !== "open" && state !== "refused") return refused("look_first");
    const no = await work(tx, row);
    return no ? refused(no) : done(null);
  });
}

/** Of its writer, or with the address that asks: it may have come since, or its owner never proved the address there. */
const hasAccount = async (tx: Tx, { identity }: PrivacyContext, { user_id, email }: RequestRow): Promise<boolean> =>
  user_id !== null || (await identity.accountOf(email, tx)) !== null;

export async function answerRequest(context: PrivacyContext, decided: Decided): Promise<Outcome<null, AnswerRefusal>> {
  const { by, at, words } = decided;
  return decide(context, decided, "answered", async (tx, row) => {
    if (words.trim() === "") return "words_missing";
    // An account that ends answers for itself: until then nobody says that it is gone.
    if (row.right_asked === "delete" && (await hasAccount(tx, context, row))) return "account_lives";
    await tell(tx, context, row, "answered", (facts) => requestAnswered({ ...facts, words }));
    await moveRequest(tx, row, { state: "answered", by, at, note: words });
    return null;
  });
}

export const refuseRequest = (context: PrivacyContext, decided: Decided & { reason: RefusalReason | null }) =>
  decide(context, decided, "refused", async (tx, row) => {
    const { by, at, words, reason } = decided;
    if (reason === null) return "reason_missing";
    // What is kept of the person is no answer to somebody who may not ask.
    if (row.state === "unverified" && reason !== "no_permission" && reason !== "withdrawn") return "look_first";
    // Who was not believed to act for the person hears of that alone.
    if (row.state === "unverified")
      await tellAgent(tx, context, row, "refused", (facts) => agentRefused({ ...facts, words }));
    await tell(tx, context, row, "refused", (facts) => requestRefused({ ...facts, reason, words }));
    await moveRequest(tx, row, { state: "refused", by, at, note: words, set: { reason } });
    return null;
  });

export async function extendRequest(context: PrivacyContext, decided: Decided): Promise<Outcome<null, AnswerRefusal>> {
  const { by, at, words } = decided;
  return decide(context, decided, "extended", async (tx, row) => {
    if (words.trim() === "") return "words_missing";
    // Who is told after the first time is over was kept waiting without a word.
    if (!mayExtend(row, context.clock.now())) return "no_more_time";
    const due_on = extendedTo(row.asked_at);
    await tell(tx, context, { ...row, due_on }, "extended", (facts) => requestExtended({ ...facts, why: words }));
    await moveRequest(tx, row, { state: "extended", by, at, note: words, set: { due_on } });
    return null;
  });
}

/** The power of attorney was looked at: its agent acts as the person does from now on, and reads what they read. */
export const acceptAgent = (context: PrivacyContext, decided: Decided) =>
  decide(context, decided, "open", async (tx, row) => {
    if (row.state !== "unverified") return "no_attorney";
    const { by, at, words } = decided;
    const account = await context.identity.accountOf(row.email, tx);
    const set = { verified_at: at, user_id: account?.is_verified ? account.user_id : null };
    await settleRequest(tx, context, await moveRequest(tx, row, { state: "open", by, at, note: words, set }), at);
    return null;
  });
