/**
 * Where this browser keeps things for its member alone, to be read and sent without us: the passbook as last seen, the benefits that are
 * open, and claims that wait. The pages use it, and so do the page without a connection (`shell/offline.ts`) and the worker, into which it is
 * written.
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
  /** A receipt that was shared without a connection: what it is for is not said yet, and the other facts are empty. */
  shared?: true;
  /** Why we did not take it, in the server's words: its member looks at it. */
  refused?: string;
};
type Store = "seen" | "claims";

function openKept(): Promise<IDBDatabase> {
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

export async function withKept<T>(
  store: Store,
  mode: IDBTransactionMode,
  act: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const kept = await openKept();
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
