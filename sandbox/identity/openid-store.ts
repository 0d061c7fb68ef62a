import type { Adapter, AdapterPayload } from "oidc-provider";

/** Where a provider keeps what it gave out: in memory, for as long as the sandbox runs. */
export function createOpenidStore() {
  const rows = new Map<string, { payload: AdapterPayload; until: number }>();
  const uids = new Map<string, string>();
  return (model: string): Adapter => {
    const key = (id: string) => `${model}:${id}`;
    const find = async (id: string) => {
      const row = rows.get(key(id));
      return row && row.until > Date.now() ? row.payload : undefined;
    };
    return {
      async upsert(id, payload, expiresIn) {
        rows.set(key(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1_000 : Number.MAX_SAFE_INTEGER });
        if (payload.uid) uids.set(payload.uid, id);
      },
      find,
      findByUid: async (uid) => find(uids.get(uid) ?? ""),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        rows.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, row] of rows) if (row.payload.grantId === grantId) rows.delete(name);
      },
    };
  };
}
