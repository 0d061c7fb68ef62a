/** Keys by which partners' own servers call us: told once, kept as hashes, ended at once. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newId, newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { keyId } from "./ids.ts";
import * as store from "./key-store.ts";

export type KeyRefusal = "key_name_wrong" | "too_many_keys" | "unknown_key";
/** `id`: public. Instants as they are written. */
export type ShownKey = {
  id: string;
  name: string;
  made_at: string;
  made_by: string;
  used_at: string | null;
  ended_at: string | null;
};

/** What such a key begins with, so that people and scanners of code know it when they find one. */
const PREFIX = "tpk_";
const SECRET_CHARACTERS = 43;
const MAX_KEYS = 10;
const MAX_NAME = 60;

export function createKeys({ database, clock }: { database: DatabaseHandle; clock: Clock }) {
  return {
    async list(partner: string): Promise<ShownKey[]> {
      return (await store.listKeys(database.db, partner)).map((row) => ({
        id: keyId.show(row.key_id),
        ...{ name: row.name, made_at: row.made_at.toISOString(), made_by: row.made_by },
        ...{ used_at: row.used_at?.toISOString() ?? null, ended_at: row.ended_at?.toISOString() ?? null },
      }));
    },
    /** The key is told here and never again. */
    async make(asked: {
      partner: string;
      name: string;
      by: string;
    }): Promise<Outcome<{ id: string; key: string }, KeyRefusal>> {
      const name = asked.name.trim();
      if (name === "" || name.length > MAX_NAME || /\p{Cc}/u.test(name)) return refused("key_name_wrong");
      const key = PREFIX + newSecret(SECRET_CHARACTERS);
      return database.transaction(async (tx): Promise<Outcome<{ id: string; key: string }, KeyRefusal>> => {
        if ((await store.holdKeys(tx, asked.partner)) >= MAX_KEYS) return refused("too_many_keys");
        const key_id = newId("partnerkey");
        await store.insertKey(tx, {
          ...{ key_id, partner_name: asked.partner, name, hash: sha256(key) },
          ...{ made_at: clock.now(), made_by: asked.by },
        });
        return done({ id: keyId.show(key_id), key });
      });
    },
    async end(asked: { partner: string; id: string; by: string }): Promise<Outcome<null, KeyRefusal>> {
      const key_id = keyId.read(asked.id);
      if (!key_id) return refused("unknown_key");
      const row = { key_id, partner_name: asked.partner, at: clock.now(), by: asked.by };
      return (await database.transaction((tx) => store.endKey(tx, row))) ? done(null) : refused("unknown_key");
    },
    /** The partner whose server calls, by the header of the call; null for nobody. */
    async callerOf(authorization: string | undefined): Promise<{ partner: string; key: string } | null> {
      const key = /^Bearer (tpk_\w{43})$/.exec(authorization ?? "")?.[1];
      const row = key ? await store.findKey(database.db, sha256(key)) : null;
      if (!row) return null;
      await store.noteUse(database.db, row.key_id, clock.now());
      return { partner: row.partner_name, key: keyId.show(row.key_id) };
    },
  };
}
export type Keys = ReturnType<typeof createKeys>;
