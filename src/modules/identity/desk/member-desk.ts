/** What operators see and do of accounts, as the module's door offers it. */
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "../context.ts";
import { listSafetyEvents } from "../link-store.ts";
import { copyOf, endAccount, type Kept } from "../member-data.ts";
import { findFormer } from "../merge-store.ts";
import type { IdentityRefusal } from "../messages.ts";
import { readSecondFactors } from "../second-factor/time-codes.ts";
import { findUser } from "../store.ts";
import {
  findMembers,
  findOpenLook,
  listMembers,
  readClosure,
  readNotes,
  readSession,
  readSessionsOf,
} from "./desk-store.ts";
import * as help from "./help-member.ts";
import { listSharedDevices, readDevicesOf, readSharedDevice } from "./shared-device-store.ts";

export function createMemberDesk(context: IdentityContext, kept: () => Kept) {
  const { db } = context.database;
  return {
    search: (text: string, most: number) => findMembers(db, text, most),
    list: (asked: Parameters<typeof listMembers>[1]) => listMembers(db, asked),
    /** Everything that the account itself says; null for one that there is not. */
    async show(userId: string) {
      const user = await findUser(db, userId);
      if (!user) return null;
      const [events, former, factors] = await Promise.all([
        listSafetyEvents(db, userId, 200),
        findFormer(db, userId),
        readSecondFactors(context, userId),
      ]);
      return { user, events, former, factors };
    },
    sessions: (userId: string, most: number) => readSessionsOf(db, userId, most),
    session: (sessionId: string) => readSession(db, sessionId),
    /** Devices from which somebody signed in to more than one account. */
    sharedDevices: (asked: Parameters<typeof listSharedDevices>[1]) => listSharedDevices(db, asked),
    sharedDevice: (key: string, most: number) => readSharedDevice(db, key, most),
    sharedDevicesOf: (userIds: readonly string[], asked: Parameters<typeof readDevicesOf>[2]) =>
      readDevicesOf(db, userIds, asked),
    notes: (userId: string, most: number) => readNotes(db, userId, most),
    events: (userId: string, most: number) => listSafetyEvents(db, userId, most),
    /** Whether somebody may see the pages as the member sees them just now. */
    mayLook: async (userId: string, by: string): Promise<boolean> =>
      (await findOpenLook(db, userId, by, context.clock.now())) !== null,
    resend: (asked: help.Asked) => help.resendVerification(context, asked),
    verify: (asked: help.Asked) => help.verifyByHand(context, asked),
    unlock: (asked: help.Asked) => help.unlock(context, asked),
    resetSecondStep: (asked: help.Asked) => help.resetSecondStep(context, asked),
    close: (asked: help.Asked) => help.closeAccount(context, asked),
    restore: (asked: help.Asked) => help.restoreAccount(context, asked),
    /** Who closed the account of an address, and when. */
    closure: (email: string, runner: Parameters<typeof readClosure>[0] = db) => readClosure(runner, email),
    note: (asked: help.Asked) => help.writeNote(context, asked),
    look: (asked: help.Asked) => help.openLook(context, asked),
    /** The member's whole copy, as the member gets it; the account's activity says that it was made. */
    async copy({ user_id, by, reason }: help.Asked): Promise<Outcome<Record<string, unknown>, help.HelpRefusal>> {
      if (by.trim() === "" || reason.trim() === "") return refused("not_said");
      const user = await findUser(db, user_id);
      if (!user || user.deleted_at || user.merged_at) return refused("unknown_member");
      return done(await copyOf(context, kept(), user, { kind: "copy_taken" }));
    },
    /** The end of an account that its owner asked us for, by the verb that they have themselves. */
    async erase(
      { user_id, by, reason }: help.Asked,
      giveUp: boolean,
    ): Promise<Outcome<null, help.HelpRefusal | IdentityRefusal>> {
      if (by.trim() === "" || reason.trim() === "") return refused("not_said");
      return endAccount(context, kept().keepers, user_id, giveUp);
    },
  };
}

export type MemberDesk = ReturnType<typeof createMemberDesk>;
