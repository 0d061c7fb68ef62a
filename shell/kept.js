/** What a browser keeps for one member to read and send without us: the passbook as last seen, and claims that wait. */
const KEPT = "tuppence-kept";

/** @returns {Promise<IDBDatabase>} */
function openKept() {
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

/**
 * @param {"seen" | "claims"} store
 * @param {"readonly" | "readwrite"} mode
 * @param {(objects: IDBObjectStore) => IDBRequest} act
 */
export async function withKept(store, mode, act) {
  const kept = await openKept();
  try {
    return await new Promise((settle, fail) => {
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
