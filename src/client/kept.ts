/**
 * What this browser keeps for its member alone, to be read and sent without us: the passbook as last seen, the benefits that are open,
 * and claims that wait. `shell/offline.js` shows it and adds to it; the names are the same there.
 */
const KEPT = "tuppence-kept";

export type SeenEntry = { merchant: string; at: string; back_minor: string; state: string };
export type Seen = {
  user_id: string;
  at: string;
  balances?: { available_minor: string; pending_minor: string; coins: string };
  entries?: readonly SeenEntry[];
  benefits?: readonly { type: string; name: { en: string; es: string } }[];
};
export type KeptClaim = {
  /** The same claim sent again has the same key. */
  request_key: string;
  user_id: string;
  type: string;
  merchant: string;
  purchased_on: string;
  paid_minor: string;
  file: Blob;
  name: string;
  /** Why we did not take it, in the server's words: its member looks at it. */
  refused?: string;
};
type Store = "seen" | "claims";

function open(): Promise<IDBDatabase> {
  return new Promise((settle, fail) => {
    const asked = indexedDB.open(KEPT, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("seen", { keyPath: "user_id" });
      asked.result.createObjectStore("claims", { keyPath: "request_key" });
    };
    asked.onsuccess = () => settle(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

async function within<T>(
  store: Store,
  mode: IDBTransactionMode,
  act: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const kept = await open();
  try {
    return await new Promise<T>((settle, fail) => {
      const work = kept.transaction(store, mode);
      const asked = act(work.objectStore(store));
      work.oncomplete = () => settle(asked.result);
      work.onerror = () => fail(work.error);
      work.onabort = () => fail(work.error);
    });
  } finally {
    kept.close();
  }
}

/** Adds to what was seen. A browser that keeps nothing only shows less without a connection. */
export async function keepSeen(user_id: string, part: Omit<Seen, "user_id" | "at">): Promise<void> {
  try {
    const before = await within<Seen | undefined>("seen", "readonly", (store) => store.get(user_id));
    const seen: Seen = {
      ...before,
      ...part,
      user_id,
      at: new Date(performance.timeOrigin + performance.now()).toISOString(),
    };
    await within("seen", "readwrite", (store) => store.put(seen));
  } catch {
    // As said above.
  }
}

/** Nobody's passbook stays in a browser that nobody is signed in to. */
export const dropSeen = (): Promise<unknown> => within("seen", "readwrite", (store) => store.clear()).catch(() => null);
export const dropClaims = (): Promise<unknown> =>
  within("claims", "readwrite", (store) => store.clear()).catch(() => null);

export const readClaims = async (user_id: string): Promise<KeptClaim[]> =>
  (await within<KeptClaim[]>("claims", "readonly", (store) => store.getAll())).filter(
    (claim) => claim.user_id === user_id,
  );
export const putClaim = (claim: KeptClaim): Promise<unknown> =>
  within("claims", "readwrite", (store) => store.put(claim));
export const dropClaim = (request_key: string): Promise<unknown> =>
  within("claims", "readwrite", (store) => store.delete(request_key));
