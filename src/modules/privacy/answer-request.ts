/** What a person makes of a request: an answer, a no with its reason, or once more time. */
import { type CivilDate, civilDate } from "#platform/clock";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PrivacyContext } from "./context.ts";
import { requestAnswered, requestExtended, requestRefused } from "./letters.ts";
import { moveRequest } from "./move-request.ts";
import type { RefusalReason, RequestRow } from "./privacy.types.ts";
import { extendedTo, isOpen, mayExtend } from "./rules.ts";
import { lockRequest } from "./store.ts";
import { factsOf, tell } from "./tell-request.ts";

export type AnswerRefusal = "unknown" | "ended" | "no_more_time" | "words_missing";
type Decided = { request_id: string; by: string; words: string };

const decide = (
  context: PrivacyContext,
  requestId: string,
  work: (tx: Parameters<typeof lockRequest>[0], row: RequestRow, at: Date) => Promise<AnswerRefusal | null>,
): Promise<Outcome<null, AnswerRefusal>> =>
  context.database.transaction(async (tx) => {
    const row = await lockRequest(tx, requestId);
    if (!row) return refused("unknown");
    if (!isOpen(row.state)) return refused("ended");
    const no = await work(tx, row, context.clock.now());
    return no ? refused(no) : done(null);
  });

export async function answerRequest(context: PrivacyContext, { request_id, by, words }: Decided) {
  if (words.trim() === "") return refused("words_missing" as const);
  return decide(context, request_id, async (tx, row, at) => {
    await tell(tx, context, row, "answered", requestAnswered({ ...factsOf(row), words }));
    await moveRequest(tx, row, { state: "answered", by, at, note: words });
    return null;
  });
}

export const refuseRequest = (
  context: PrivacyContext,
  { request_id, by, words, reason }: Decided & { reason: RefusalReason },
) =>
  decide(context, request_id, async (tx, row, at) => {
    await tell(tx, context, row, "refused", requestRefused({ ...factsOf(row), reason, words }));
    await moveRequest(tx, row, { state: "refused", by, at, note: words, set: { reason } });
    return null;
  });

export async function extendRequest(context: PrivacyContext, { request_id, by, words }: Decided) {
  if (words.trim() === "") return refused("words_missing" as const);
  return decide(context, request_id, async (tx, row, at) => {
    const due_on: CivilDate = extendedTo(row.asked_at);
    // Who is told after the first time is over was kept waiting without a word.
    if (!mayExtend(row.right_asked, row.state) || civilDate(at) > row.due_on) return "no_more_time";
    await tell(tx, context, row, "extended", requestExtended({ ...factsOf({ ...row, due_on }), why: words }));
    await moveRequest(tx, row, { state: "extended", by, at, note: words, set: { due_on } });
    return null;
  });
}
