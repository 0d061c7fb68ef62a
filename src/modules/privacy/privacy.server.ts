/** The door of privacy: what people ask of what we keep about them, answered within the law's time. */
import { addDays, civilDate } from "#platform/clock";
import { answerRequest, extendRequest, refuseRequest } from "./answer-request.ts";
import { type AskedFor, askRequest, readLink, verifyRequest } from "./ask-request.ts";
import type { PrivacyContext } from "./context.ts";
import { moveRows } from "./member-data-store.ts";
import { moveRequest } from "./move-request.ts";
import type { RequestPage } from "./privacy.types.ts";
import { KEEP_DAYS, VERIFY_DAYS, WARN_DAYS } from "./rules.ts";
import {
  countDue,
  dropRequests,
  lockRequest,
  openRequests,
  readEvents,
  readRequest,
  requestsOfMember,
  searchRequests,
  unverifiedBefore,
} from "./store.ts";

export { PRIVACY_REFUSALS, type PrivacyRefusal } from "./messages.ts";
export type { RequestPage, Right } from "./privacy.types.ts";

/** Requests that end at once in one transaction each; the others come the next day. */
const MAX_ENDED = 500;
const MAX_SHOWN = 20;

export function createPrivacy(context: PrivacyContext) {
  const { clock, database } = context;
  const { db } = database;
  return {
    ask: (asked: AskedFor) => askRequest(context, asked),
    readLink: (token: string) => readLink(context, token),
    verify: (token: string) => verifyRequest(context, token),
    /** A member's own, newest first. */
    async ofMember(userId: string): Promise<RequestPage[]> {
      return (await requestsOfMember(db, userId, MAX_SHOWN)).map((row) => ({
        ...{ number: row.number, right: row.right_asked, state: row.state },
        ...{ asked_on: civilDate(row.asked_at), due_on: row.due_on, reason: row.reason },
      }));
    },
    answer: (decided: Parameters<typeof answerRequest>[1]) => answerRequest(context, decided),
    refuse: (decided: Parameters<typeof refuseRequest>[1]) => refuseRequest(context, decided),
    extend: (decided: Parameters<typeof extendRequest>[1]) => extendRequest(context, decided),
    open: (most: number) => openRequests(db, most),
    read: (requestId: string) => readRequest(db, requestId),
    events: (requestId: string) => readEvents(db, requestId),
    search: (text: string, most: number) =>
      searchRequests(db, { number: text.trim().toUpperCase(), email: text.trim().toLowerCase() }, most),
    rowsOfMember: (userId: string, most: number) => requestsOfMember(db, userId, most),
    due: (now: Date) =>
      countDue(db, { late: civilDate(now), soon: civilDate(addDays(now, WARN_DAYS)) }),
    async endUnverified(): Promise<void> {
      const at = clock.now();
      for (const requestId of await unverifiedBefore(db, addDays(at, -VERIFY_DAYS), MAX_ENDED))
        await database.transaction(async (tx) => {
          const row = await lockRequest(tx, requestId);
          if (row?.state === "unverified") await moveRequest(tx, row, { state: "expired", by: "server", at });
        });
    },
    async dropOld(): Promise<void> {
      await dropRequests(db, addDays(clock.now(), -KEEP_DAYS));
    },
    moveMember: moveRows,
  };
}
export type Privacy = ReturnType<typeof createPrivacy>;
/** What screens may ask of privacy. */
export type PrivacyService = Pick<Privacy, "ask" | "readLink" | "verify" | "ofMember">;
