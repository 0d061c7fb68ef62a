/** The part of the door that knows who agreed to texts: by a form with its words, to a number they confirmed, until they say stop. */
import { createHmac } from "node:crypto";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { readPhone } from "#platform/phone";
import { createSeal } from "#platform/seal";
import { textsAgreed } from "../letters.ts";
import type { Told } from "../tell.ts";
import {
  type ConsentRow,
  type EndReason,
  endConsents,
  insertConsent,
  lockConsent,
  lockNewestOfPhone,
  readConsent,
} from "./consent-store.ts";
import type { TextedWish } from "./stop-words.ts";
import { AGREED, CONSENT_WORDS, GSM, HELPED, STOPPED } from "./text-words.ts";

export type ConsentRefusal = "texts_off" | "number_not_confirmed";
/** `at`: since when it holds, or when it ended. */
export type ConsentView = {
  offered: boolean;
  words: string;
  given: { last4: string; at: string; words: string } | null;
  ended: { last4: string; at: string; reason: EndReason } | null;
};
export type Consenting = {
  user_id: string;
  email: string | null;
  name: string;
  language: "en" | "es";
  partner: string;
};

export function createConsents(deps: {
  database: DatabaseHandle;
  clock: Clock;
  secret: string;
  partners: Pick<Partners, "named">;
  /** Whether texts can be sent here at all. */
  there: boolean;
  queueText(tx: Tx, input: { cause: string; to: string; body: string }): Promise<void>;
  tell(tx: Tx, told: Told): Promise<void>;
}) {
  const { database, clock, partners } = deps;
  const seal = createSeal(`${deps.secret}:texts`);
  const hashOf = (phone: string) => createHmac("sha256", deps.secret).update(`notifications.text:${phone}`).digest();
  let isConfirmed = async (_tx: Tx, _userId: string, _phone: string): Promise<boolean> => false;

  async function give(
    tx: Tx,
    consent: Pick<ConsentRow, "user_id" | "language" | "partner" | "words" | "given_by"> & { phone: string },
  ): Promise<string> {
    const consent_id = newId("consent");
    const { phone, ...rest } = consent;
    await insertConsent(tx, {
      ...rest,
      ...{ consent_id, phone: seal.close(phone), phone_hash: hashOf(phone), last4: phone.slice(-4) },
      given_at: clock.now(),
    });
    return consent_id;
  }
  const named = (partner: string | null) => partners.named(partner);
  const say = (
    tx: Tx,
    cause: string,
    to: string,
    words: typeof AGREED,
    row: Pick<ConsentRow, "language" | "partner">,
  ) => {
    const brand = named(row.partner);
    return deps.queueText(tx, { cause, to, body: GSM(words[row.language](brand.name, brand.support_email)) });
  };

  return {
    /** Set by who confirms numbers. */
    registerConfirmed(source: typeof isConfirmed): void {
      isConfirmed = source;
    },
    async view(member: { user_id: string; language: "en" | "es"; partner: string }): Promise<ConsentView> {
      const row = await readConsent(database.db, member.user_id);
      return {
        offered: deps.there,
        words: CONSENT_WORDS[member.language](named(member.partner).name),
        given: row && !row.ended_at ? { last4: row.last4, at: row.given_at.toISOString(), words: row.words } : null,
        ended:
          row?.ended_at && row.end_reason
            ? { last4: row.last4, at: row.ended_at.toISOString(), reason: row.end_reason }
            : null,
      };
    },
    /** Holds, with its receipt by text and by mail. `typed`: the number once more, which must be the confirmed one. */
    async agree(member: Consenting, typed: string): Promise<Outcome<null, ConsentRefusal>> {
      if (!deps.there) return refused("texts_off");
      const phone = readPhone(typed);
      if (!phone) return refused("number_not_confirmed");
      return database.transaction(async (tx) => {
        if (!(await isConfirmed(tx, member.user_id, phone))) return refused("number_not_confirmed");
        const newest = await lockNewestOfPhone(tx, hashOf(phone));
        if (newest && !newest.ended_at && newest.user_id === member.user_id) return done(null);
        // A number that went from one account to another is texted for its owner of today alone.
        await endConsents(tx, { phone_hash: hashOf(phone) }, "number_gone", clock.now());
        await endConsents(tx, { user_id: member.user_id }, "new_number", clock.now());
        const { language, partner } = member;
        const words = CONSENT_WORDS[language](named(partner).name);
        const consent_id = await give(tx, {
          ...{ user_id: member.user_id, language, partner, words, given_by: "page", phone },
        });
        await say(tx, `texts-agreed:${consent_id}`, phone, AGREED, member);
        await deps.tell(tx, {
          cause: `texts-agreed:${consent_id}`,
          recipient: member,
          letter: textsAgreed({ last4: phone.slice(-4), words }),
        });
        return done(null);
      });
    },
    end: (tx: Tx, userId: string, reason: EndReason): Promise<number> =>
      endConsents(tx, { user_id: userId }, reason, clock.now()),
    endByPage: (userId: string): Promise<number> =>
      database.transaction((tx) => endConsents(tx, { user_id: userId }, "page", clock.now())),
    holds: async (tx: Tx, userId: string): Promise<boolean> => (await lockConsent(tx, userId)) !== null,
    /** Where texts go for a member; null without consent. */
    async numberOf(tx: Tx, userId: string): Promise<string | null> {
      const row = await lockConsent(tx, userId);
      return row?.phone ? seal.open(row.phone) : null;
    },
    /** What was texted to us. `answered`: the provider has said so itself already. */
    async hear(tx: Tx, text: { sid: string; from: string; wish: TextedWish; answered: boolean }): Promise<void> {
      const newest = await lockNewestOfPhone(tx, hashOf(text.from));
      const cause = `texted:${text.sid}`;
      if (text.wish === "stop") {
        await endConsents(tx, { phone_hash: hashOf(text.from) }, "stop_word", clock.now());
        // Once, within five minutes, and also to who never agreed: they asked.
        if (!text.answered) await say(tx, cause, text.from, STOPPED, newest ?? { language: "en", partner: null });
        return;
      }
      if (!newest) return;
      if (text.wish === "help") return text.answered ? undefined : say(tx, cause, text.from, HELPED, newest);
      // Only a stop by text is taken back by text; what was ended on our page is begun there.
      if (!newest.user_id || newest.end_reason !== "stop_word") return;
      if (!(await isConfirmed(tx, newest.user_id, text.from)) || (await lockConsent(tx, newest.user_id))) return;
      await give(tx, { ...newest, words: text.wish, given_by: "text", phone: text.from });
      if (!text.answered) await say(tx, cause, text.from, AGREED, newest);
    },
  };
}
export type Consents = ReturnType<typeof createConsents>;
