/** The bell is the same in all tabs: one that read its notices tells the others to ask again. */
const NAME = "tuppence-notices";

export function tellTabs(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage("read");
  channel.close();
}

/** Calls back when another tab read its notices; answers how to stop. A tab that is looked at again asks by itself (`session.ts`). */
export function onNoticesRead(ask: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ask;
  return () => channel.close();
}
