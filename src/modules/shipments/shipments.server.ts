/** The door of shipments: parcels that are followed, and what is owed when one goes wrong. */
import type { MailFact } from "#mailboxes";
import { addTyped, takeFacts } from "./add-parcel.ts";
import { isOpenCase } from "./case-rules.ts";
import { remindCase, reportParcel, stepCase } from "./case-steps.ts";
import { casesToRemind, listCases } from "./case-store.ts";
import { chooseCarrier, receiveParcel, removeParcel, renameParcel } from "./change-parcel.ts";
import type { ShipmentsContext, ShipmentsDeps } from "./context.ts";
import { createShipmentsDesk } from "./desk.ts";
import { createEasypost } from "./easypost.ts";
import { followParcel, sweep } from "./follow-parcel.ts";
import { readCases, readPackages } from "./read-pages.ts";
import { keepHint, readHints, takeHint } from "./take-hint.ts";
import { createUps } from "./ups.ts";
import { writeLetter } from "./write-letters.ts";

export type * from "./shipments.types.ts";

const MAX_SWEEP = 500;

export function createShipments(deps: ShipmentsDeps) {
  const context: ShipmentsContext = { ...deps, easypost: createEasypost(deps), ups: createUps(deps) };
  const { db } = deps.database;
  readHints(deps.inbox);
  type Of<Verb extends (context: ShipmentsContext, asked: never) => unknown> = Parameters<Verb>[1];
  return {
    /** Parcels that ask something of the member, for the tab. */
    countOpen: async (userId: string): Promise<number> =>
      (await listCases(db, userId, 200)).filter(({ state }) => isOpenCase(state)).length,
    /** What operators look for. */
    desk: createShipmentsDesk(context),
    packages: (reader: Of<typeof readPackages>) => readPackages(context, reader),
    cases: (reader: Of<typeof readCases>) => readCases(context, reader),
    add: (typed: Of<typeof addTyped>) => addTyped(context, typed),
    rename: (asked: Of<typeof renameParcel>) => renameParcel(context, asked),
    chooseCarrier: (asked: Of<typeof chooseCarrier>) => chooseCarrier(context, asked),
    receive: (asked: Of<typeof receiveParcel>) => receiveParcel(context, asked),
    remove: (asked: Of<typeof removeParcel>) => removeParcel(context, asked),
    report: (asked: Of<typeof reportParcel>) => reportParcel(context, asked),
    step: (asked: Of<typeof stepCase>) => stepCase(context, asked),
    follow: (id: string) => followParcel(context, id),
    keepHint: (signature: string | undefined, body: Buffer) => keepHint(context, signature, body),
    takeHint: (inboxId: string) => takeHint(context, inboxId),
    takeFacts: (facts: readonly MailFact[]) => takeFacts(context, facts),
    /** A mail was read: what it says of parcels is acted on. */
    readMail: async (mailId: string): Promise<void> => takeFacts(context, await deps.mailboxes.factsOf(mailId)),
    writeLetter: (news: Of<typeof writeLetter>) => writeLetter(context, news),
    async sweep(): Promise<void> {
      await sweep(context);
      for (const id of await casesToRemind(db, deps.clock.now(), MAX_SWEEP)) await remindCase(context, id);
    },
  };
}
export type Shipments = ReturnType<typeof createShipments>;
/** What screens may ask of shipments. */
export type ShipmentsService = Pick<Shipments, "countOpen" | "packages" | "cases">;
