/**
 * What a network did with a question about a missing purchase: filed, its writer hears that it was asked; declined or failed, it comes
 * back to the desk with the reason; and once the order itself is in the passbook, the question is answered.
 */
import type { InquiryView } from "#cashback";
import type { DatabaseHandle, Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { workingDaysAfter } from "#platform/working-days";
import type { AskContext } from "./ask-by-interface.ts";
import { type Asking, readAskingOf } from "./asking-store.ts";
import { entryOfTold } from "./entry-ids.ts";
import { type AnswerContext, giveAnswer } from "./give-answer.ts";
import { BACK_AT_DESK, inquiryLine } from "./inquiry-lines.ts";
import type { HelpSettings } from "./settings.ts";
import { mayBecome } from "./thread-rules.ts";
import { hasAnswer, insertEntry, type KeptMessage, lockMessage, moveMessage } from "./thread-store.ts";

type Context = AnswerContext & AskContext & { database: DatabaseHandle; settings: HelpSettings };

const AT_NETWORK: ReadonlySet<string> = new Set(["filed", "incomplete", "approved", "declined"]);

export async function hearInquiry(context: Context, inquiryId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const asking = await readAskingOf(tx, inquiryId);
    const message = asking && (await lockMessage(tx, asking.message_id));
    if (!asking || !message?.email) return;
    // How it stands now, not as it stood when this was told: what comes late says nothing twice.
    const inquiry = (await context.inquiries.read([inquiryId], "en", tx)).get(inquiryId);
    if (!inquiry) return;
    if (AT_NETWORK.has(inquiry.state)) await tellAsked(tx, context, message, asking);
    const now = (await lockMessage(tx, message.message_id)) ?? message;
    if (BACK_AT_DESK.has(inquiry.state)) await bringToDesk(tx, context, now, inquiry);
    if (inquiry.state === "arrived") await tellFound(tx, context, now, inquiry);
  });
}

/** Not where a person has said more meanwhile. */
async function tellAsked(tx: Tx, context: Context, message: KeptMessage, { words, by, at }: Asking): Promise<void> {
  const { message_id, state } = message;
  if (state !== "open" && state !== "pending_house") return;
  if (await hasAnswer(tx, message_id, "asked")) return;
  const entry_id = entryOfTold(message_id, "house", { by, at, words: `asked:${words}` });
  await giveAnswer(tx, context, message, { entry_id, code: "asked", words, by });
}

async function tellFound(tx: Tx, context: Context, message: KeptMessage, inquiry: InquiryView): Promise<void> {
  const { message_id, state } = message;
  if (!mayBecome(state, "resolved") || (await hasAnswer(tx, message_id, "found"))) return;
  const by = inquiry.network;
  const entry_id = entryOfTold(message_id, "house", { by, at: inquiry.state_at, words: "found:" });
  await giveAnswer(tx, context, message, { entry_id, code: "found", words: "", by });
}

/** A person looks at it within the days in which answers are promised, or sooner where that was promised. */
async function bringToDesk(tx: Tx, context: Context, message: KeptMessage, inquiry: InquiryView): Promise<void> {
  const { message_id, state, due_at } = message;
  const by = inquiry.network;
  const words = inquiryLine(inquiry);
  const at = context.clock.now();
  const entry_id = entryOfTold(message_id, "note", { by, at: inquiry.state_at, words });
  const fresh = await insertEntry(tx, { entry_id, message_id, kind: "note", code: null, words, by, at });
  if (!fresh || (state !== "open" && state !== "pending_house" && state !== "pending_member")) return;
  const soon = workingDaysAfter(at, context.settings.HELP_ANSWER_DAYS);
  const due = due_at && due_at < soon ? due_at : soon;
  const to = state === "pending_member" ? "pending_house" : state;
  await moveMessage(tx, message, { move_id: newId("move"), to, due, by, at });
}
