/**
 * Callbacks by group commit: rows, their job, and whether the members that they name are known, which the answers ask for, so that
 * callbacks that come together share their statements.
 */
import type { DatabaseHandle } from "#platform/database";
import { GroupWriter } from "#platform/group-writer";
import type { Foreign, Inbox } from "#platform/inbox";
import { storableText } from "#platform/storable-json";
import { findMembers } from "./start-store.ts";

type Callback = Foreign & { user_ref: string };
/** Answers whether somebody is known by the reference, once the row is on disk. */
export type CallbackWriter = GroupWriter<Callback, boolean>;

export const createCallbackWriter = (database: DatabaseHandle, inbox: Inbox): CallbackWriter =>
  new GroupWriter<Callback, boolean>({
    what: "callbacks",
    // One statement may meet a row once only.
    keyOf: (row) => `${row.provider}|${row.row_key}`,
    store: (rows) =>
      database.transaction(async (tx) => {
        await inbox.put(tx, rows);
        const refOf = ({ provider, user_ref }: Callback) => ({ provider, user_ref: storableText(user_ref) });
        const known = await findMembers(tx, rows.map(refOf));
        return (own) => own.every((row) => known.of(refOf(row)) !== null);
      }),
  });
