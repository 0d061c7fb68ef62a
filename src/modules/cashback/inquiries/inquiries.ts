/** Questions to networks about missing purchases, as the module's door offers them. */
import type { Network } from "#catalog";
import type { Database, Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { FOLLOW_INQUIRY } from "../job-kinds.ts";
import { REASONS } from "../rules.ts";
import { type AskedPurchase, askAgain, askNetwork, type InquiryContext } from "./ask-network.ts";
import { followInquiry, meetOrders, sweepInquiries } from "./follow-inquiry.ts";
import { ALARM_TRIES, type InquiryState } from "./inquiry-rules.ts";
import {
  countFailing,
  type Inquiry,
  inquiriesMet,
  lockInquiry,
  readInquiries,
  readInquiryMoves,
  readLost,
  withdrawOf,
} from "./inquiry-store.ts";
import { INQUIRY_REASON_WORDS, LOST, TOLD } from "./inquiry-words.ts";

/** How one stands, for who asked. */
export type InquiryView = {
  inquiry_id: string;
  network: Network;
  state: InquiryState;
  state_at: Date;
  click_id: string;
  /** In the language that was asked for; null where there is none. */
  reason: string | null;
  /** What the network's interface said when it did not take it. */
  fault: string | null;
  /** Its number at the network. */
  number: string | null;
  tries: number;
  filed_at: Date | null;
  /** When it is tried or looked at again. */
  next_at: Date | null;
  order_id: string | null;
};

const viewOf = (row: Inquiry, language: "en" | "es"): InquiryView => ({
  ...{ inquiry_id: row.inquiry_id, network: row.network, state: row.state, state_at: row.state_at },
  click_id: row.click_id,
  reason: row.reason && INQUIRY_REASON_WORDS[row.reason][language],
  ...{ fault: row.fault, number: row.network_inquiry_id, tries: row.tries, filed_at: row.filed_at },
  ...{ next_at: row.look_at, order_id: row.order_id },
});

export function createInquiries(context: InquiryContext) {
  const { db } = context.database;
  return {
    ask: (tx: Tx, asked: AskedPurchase) => askNetwork(tx, context, asked),
    /** Nobody moves it until the transaction ends. */
    hold: async (tx: Tx, inquiryId: string) => void (await lockInquiry(tx, inquiryId)),
    again: (tx: Tx, inquiryId: string, by: string) => askAgain(tx, context, inquiryId, by),
    /** What has not left the house is not filed for who leaves it. */
    withdrawOf: (tx: Tx, userId: string) => withdrawOf(tx, userId, context.clock.now()),
    follow: (inquiryId: string) => followInquiry(context, inquiryId),
    sweep: () => sweepInquiries(context),
    meetOrders: (orderIds: readonly string[]) => meetOrders(context, orderIds),
    /** The same for whose orders became theirs by a merge: nobody tells of those again. */
    async meetOrdersOf(tx: Tx, userId: string): Promise<void> {
      const met = await inquiriesMet(tx, userId);
      await addJobs(
        tx,
        met.map((inquiry_id) => FOLLOW_INQUIRY.with({ inquiry_id })),
      );
    },
    async read(
      ids: readonly string[],
      language: "en" | "es" = "en",
      runner: Database | Tx = db,
    ): Promise<Map<string, InquiryView>> {
      const rows = await readInquiries(runner, ids);
      return new Map([...rows].map(([id, row]) => [id, viewOf(row, language)]));
    },
    /** What became of it, the oldest first. */
    moves: (inquiryId: string) => readInquiryMoves(db, inquiryId),
    /** The same as a member reads it, of what is theirs to know. */
    async told(inquiryId: string, language: "en" | "es"): Promise<{ title: string; words: string; at: Date }[]> {
      const news = (await readInquiryMoves(db, inquiryId)).flatMap(({ to_state, reason, at }) => {
        const told = TOLD[to_state];
        if (!told) return [];
        const why = reason && INQUIRY_REASON_WORDS[reason][language];
        return [{ title: told.title[language], words: [why, told.words[language]].filter(Boolean).join(" "), at }];
      });
      // "Found" was true when it was said, and must not stand there alone once its store has taken it back.
      const lost = await readLost(db, inquiryId);
      if (!lost) return news;
      const why = lost.reason_code && REASONS[lost.reason_code][language];
      const words = [why, LOST.words[language]].filter(Boolean).join(" ");
      return [...news, { title: LOST.title[language], words, at: lost.at }];
    },
    /** How many cannot be filed, by network, since an instant. */
    failing: (since: Date) => countFailing(db, { tries: ALARM_TRIES, since }),
  };
}
export type Inquiries = ReturnType<typeof createInquiries>;
