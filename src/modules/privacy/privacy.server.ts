/** The door of privacy: what people ask of what we keep about them, answered within the law's time. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { acceptAgent, answerRequest, type Decided, extendRequest, refuseRequest } from "./answer-request.ts";
import { type AskedFor, askRequest } from "./ask-request.ts";
import type { PrivacyContext } from "./context.ts";
import { endWithAccount } from "./end-with-account.ts";
import { moveRows, readMemberData } from "./member-data-store.ts";
import { moveRequest } from "./move-request.ts";
import type { RefusalReason } from "./privacy.types.ts";
import { readOwn, readStatus } from "./read-requests.ts";
import { writeRegister } from "./register.ts";
import { dueOn, KEEP_DAYS, lawDay, readNumber, warnsOn } from "./rules.ts";
import {
  countDue,
  dropLinks,
  dropRequests,
  listRequests,
  lockRequest,
  openRequests,
  type RequestFilter,
  readEvents,
  readRequest,
  requestsOfMember,
  searchRequests,
  unpressed,
} from "./store.ts";
import { forgetLetters } from "./tell-request.ts";
import { readLink, verifyRequest } from "./verify-request.ts";
import { readWithdraw, type WithdrawBy, withdrawRequest } from "./withdraw-request.ts";

export type { AnswerRefusal } from "./answer-request.ts";
export type { RequestPage, Right } from "./privacy.types.ts";
export type { LinkView } from "./verify-request.ts";
export type { WithdrawView } from "./withdraw-request.ts";

/** Requests that end at once in one transaction each; the others come the next day. */
const MAX_ENDED = 500;

export function createPrivacy(context: PrivacyContext) {
  const { clock, database } = context;
  const { db } = database;
  return {
    ask: (asked: AskedFor) => askRequest(context, asked),
    readLink: (token: string) => readLink(context, token),
    verify: (token: string) => verifyRequest(context, token),
    readWithdraw: (by: WithdrawBy) => readWithdraw(context, by),
    withdraw: (by: WithdrawBy) => withdrawRequest(context, by),
    /** How one stands, for who has its number and its address. */
    status: (asked: Parameters<typeof readStatus>[1]) => readStatus(context, asked),
    ofMember: (userId: string) => readOwn(context, userId),
    /** By when what is asked for now is answered; an opt-out holds at once. */
    answerBy: () => dueOn("know", clock.now()),
    desk: {
      answer: (decided: Decided) => answerRequest(context, decided),
      accept: (decided: Decided) => acceptAgent(context, decided),
      refuse: (decided: Decided & { reason: RefusalReason | null }) => refuseRequest(context, decided),
      extend: (decided: Decided) => extendRequest(context, decided),
      open: (most: number) => openRequests(db, most),
      read: (requestId: string) => readRequest(db, requestId),
      events: (requestId: string) => readEvents(db, requestId),
      search: (id: string | null, text: string, most: number) =>
        searchRequests(db, { id, number: readNumber(text), email: text.trim().toLowerCase() }, most),
      list: (filter: RequestFilter, most: number) => listRequests(db, filter, most),
      of: (userId: string, most: number) => requestsOfMember(db, userId, most),
      due: (now: Date) => countDue(db, { late: lawDay(now), soon: warnsOn(now) }),
      register: (year: string) => writeRegister(db, year),
      now: () => clock.now(),
    },
    /** What nobody confirmed in time ends, and links that were pressed lead nowhere any more. */
    async endLinks(): Promise<void> {
      const at = clock.now();
      for (const requestId of await unpressed(db, at, MAX_ENDED))
        await database.transaction(async (tx) => {
          const row = await lockRequest(tx, requestId);
          if (row?.state === "unverified" && row.link_until && row.link_until <= at)
            await moveRequest(tx, row, { state: "expired", by: "server", at });
        });
      await dropLinks(db, at);
    },
    /** Their letters go with them: nothing else says how long those are kept. */
    dropOld: (): Promise<void> =>
      database.transaction(async (tx) =>
        forgetLetters(tx, context, await dropRequests(tx, addDays(clock.now(), -KEEP_DAYS))),
      ),
    memberData: {
      read: readMemberData,
      erase: (tx: Tx, userId: string) => endWithAccount(tx, context, userId),
      move: moveRows,
    },
  };
}
export type Privacy = ReturnType<typeof createPrivacy>;
/** What screens may ask of privacy. */
export type PrivacyService = Pick<
  Privacy,
  "ask" | "readLink" | "verify" | "readWithdraw" | "withdraw" | "status" | "ofMember" | "answerBy"
>;
