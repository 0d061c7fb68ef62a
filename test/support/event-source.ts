/** A stream of server-sent events as a browser reads it, without its waiting: what came, with the ids that it would come back with. */
export type HeardEvent = { event: string; id: string | null; data: Record<string, unknown> };

const MAX_MS = 20_000;

export async function listenTo(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const response = await fetch(url, { headers: { accept: "text/event-stream", ...headers }, signal: stop.signal });
  const heard: HeardEvent[] = [];
  const wakers = new Set<() => void>();
  let ended = false;
  const wake = () => {
    for (const one of wakers) one();
  };

  function read(block: string): void {
    const field = (name: string) =>
      block
        .split("\n")
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim();
    const data = field("data");
    if (data === undefined) return;
    heard.push({ event: field("event") ?? "message", id: field("id") ?? null, data: JSON.parse(data) });
    wake();
  }
  async function pump(): Promise<void> {
    let rest = "";
    const text = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        rest += text.decode(chunk as Uint8Array, { stream: true });
        const blocks = rest.split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) read(block);
      }
    } catch {
      // Cut off from either side.
    }
    ended = true;
    wake();
  }
  // A refusal is read to its end, so that its connection is free again.
  const pumping = response.ok
    ? pump()
    : response.text().then(
        () => undefined,
        () => undefined,
      );

  return {
    status: response.status,
    headers: response.headers,
    heard,
    lines: () => heard.filter(({ event }) => event === "line"),
    hasEnded: () => ended,
    lastId: () => heard.findLast(({ id }) => id !== null)?.id ?? "",
    /** Waits for what is still to come; what has come counts. */
    async until<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
      const limit = AbortSignal.timeout(MAX_MS);
      for (;;) {
        const found = look();
        if (found) return found;
        if (limit.aborted) throw new Error(`Waited in vain for ${what}: ${JSON.stringify(heard)}`);
        await new Promise<void>((go) => {
          const done = () => {
            wakers.delete(done);
            limit.removeEventListener("abort", done);
            go();
          };
          wakers.add(done);
          limit.addEventListener("abort", done);
        });
      }
    },
    async close() {
      stop.abort();
      await pumping;
    },
  };
}
export type Listening = Awaited<ReturnType<typeof listenTo>>;
