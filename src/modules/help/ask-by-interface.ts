/** A store's network is asked by its own interface where it has one and we know the visit; everything else stays by mail or by hand. */
import type { AskRefusal, Cashback } from "#cashback";
import type { DatabaseHandle, Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { decideAsking, insertAsking, readAskings } from "./asking-store.ts";
import { hasAnswer, type KeptMessage, lockMessage } from "./thread-store.ts";

export type AskContext = { inquiries: Pick<Cashback["inquiries"], "ask" | "again" | "hold" | "read"> };
/** `filing`: a job takes it to the network. Otherwise a person asks, for a reason. */
export type AskedWay =
  | { filing: true; network: string }
  | { filing: false; why: "visitor" | "no_visit" | "no_interface" | "odd_number" | "failed"; network: string | null };
/** What keeps a network from being asked at all. */
export type AskingRefusal = "in_passbook" | "of_another" | "asked_before" | "unknown_visit" | "being_asked";

type Told = { words: string; by: string; at: Date; click_id: string };

/** The message is locked. Told twice, it is asked once. */
export async function askByInterface(
  tx: Tx,
  { inquiries }: AskContext,
  message: KeptMessage,
  { words, by, at, click_id }: Told,
): Promise<Outcome<AskedWay, AskingRefusal>> {
  const { message_id, user_id, purchase } = message;
  const asking = (await readAskings(tx, [message_id])).get(message_id);
  if (asking) {
    const known = (await inquiries.read([asking.inquiry_id], "en", tx)).get(asking.inquiry_id);
    if (known && known.state !== "failed" && known.state !== "withdrawn")
      return asking.by === by && +asking.at === +at
        ? done({ filing: true, network: known.network })
        : refused("being_asked");
    return done({ filing: false, why: "failed", network: known?.network ?? null });
  }
  if (!user_id || !purchase) return done({ filing: false, why: "visitor", network: null });
  const { store, order_number, ordered_on, amount_minor } = purchase;
  const facts = { user_id, store, order_number, ordered_on, amount_minor: BigInt(amount_minor), click_id };
  const asked = await inquiries.ask(tx, facts);
  if (asked.ok) {
    const { inquiry_id, network } = asked.value;
    await insertAsking(tx, { message_id, inquiry_id, words, by, at });
    return done({ filing: true, network });
  }
  const code: AskRefusal = asked.code;
  if (code === "in_passbook" || code === "of_another" || code === "asked_before" || code === "unknown_visit")
    return refused(code);
  return done({ filing: false, why: code, network: asked.detail?.network ?? null });
}

export type FileRefusal =
  | AskingRefusal
  | "unknown_message"
  | "answered"
  | "no_purchase"
  | "no_visit"
  | "no_interface"
  | "odd_number"
  | "visitor";
/** By the visit that a person names, or again where it failed. Nothing is said to its writer before it is at the network. */
export async function fileWithNetwork(
  context: AskContext & { database: DatabaseHandle },
  input: { message_id: string; click_id: string; by: string; at: Date },
): Promise<Outcome<{ network: string }, FileRefusal>> {
  const by = input.by.slice(0, 100);
  return context.database.transaction(async (tx) => {
    // The question before the message, as whoever leaves or merges takes them.
    const known = (await readAskings(tx, [input.message_id])).get(input.message_id);
    if (known) await context.inquiries.hold(tx, known.inquiry_id);
    const message = await lockMessage(tx, input.message_id);
    if (!message || message.state === "erased") return refused("unknown_message");
    if (!message.purchase) return refused("no_purchase");
    if (message.state !== "open" && message.state !== "pending_house" && message.state !== "pending_member")
      return refused("answered");
    const asking = (await readAskings(tx, [message.message_id])).get(message.message_id);
    const kept = asking && (await context.inquiries.read([asking.inquiry_id], "en", tx)).get(asking.inquiry_id);
    // Told twice, it is done once, also where it failed in between.
    if (asking && kept && asking.by === by && +asking.at === +input.at) return done({ network: kept.network });
    // A person asked by mail or by hand already: the network is asked once.
    if (!kept?.filed_at && (await hasAnswer(tx, message.message_id, "asked"))) return refused("being_asked");
    if (asking && kept && (await context.inquiries.again(tx, asking.inquiry_id, by))) {
      await decideAsking(tx, message.message_id, { by, at: input.at });
      return done({ network: kept.network });
    }
    const way = await askByInterface(tx, context, message, { words: "", by, at: input.at, click_id: input.click_id });
    if (!way.ok) return way;
    if (way.value.filing) return done({ network: way.value.network });
    return refused(way.value.why === "failed" ? "no_interface" : way.value.why);
  });
}
