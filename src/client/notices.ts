/** The bell is the same in all tabs: one that read its notices tells the others to ask again. */
const NAME = "tuppence-notices";

export function tellTabs(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage("read");
  channel.close();
}

/** Calls back when another tab read its notices, and when this one is looked at again; answers how to stop. */
export function onNoticesRead(ask: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ask;
  const look = () => document.visibilityState === "visible" && ask();
  document.addEventListener("visibilitychange", look);
  return () => {
    channel.close();
    document.removeEventListener("visibilitychange", look);
  };
}
