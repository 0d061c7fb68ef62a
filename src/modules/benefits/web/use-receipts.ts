/** The receipts of a claim that is being filled in: each is sent when it is chosen, and asked about until it was read. */
import { useEffect, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { upload } from "#client/upload.ts";
import type { Receipt } from "#receipts";
import { useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";

export const MAX_RECEIPTS = 4;
/** Said before a phone sends what would be refused. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Reading takes seconds; who waited this long goes on without it, and it is read all the same. */
const WAIT_MS = 45_000;
const ASK_MS = 900;

/** `late`: not read yet, and nobody need wait for it. */
export type Handed = {
  key: string;
  name: string;
  size: number;
  state: "sending" | "reading" | "late" | "read" | "unreadable";
  /** Of the file that has gone, in percent. */
  share: number;
  receipt: Receipt | null;
};

const handedOf = (receipt: Receipt): Handed => ({
  key: receipt.receipt_id,
  name: receipt.name,
  size: receipt.size_bytes,
  state: receipt.state,
  share: 100,
  receipt,
});

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** `kept`: ids from before a reload. `onRead` hears each receipt once, when it was read. */
export function useReceipts(onRead: (receipt: Receipt) => void) {
  const t = useText();
  const [handed, setHanded] = useState<readonly Handed[]>([]);
  const [error, setError] = useState<string | null>(null);
  const gone = useRef(new Set<string>());
  const count = useRef(0);
  const there = useRef(true);
  const hear = useRef(onRead);
  hear.current = onRead;
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);

  const change = (key: string, one: Partial<Handed>) =>
    setHanded((all) => all.map((other) => (other.key === key ? { ...other, ...one } : other)));

  async function follow(first: Receipt) {
    let receipt = first;
    const until = performance.now() + WAIT_MS;
    while (there.current && receipt.state === "reading" && !gone.current.has(receipt.receipt_id)) {
      if (performance.now() > until) return change(receipt.receipt_id, { state: "late" });
      await pause(ASK_MS);
      receipt = await call<Receipt>(`/api/user/receipts/${receipt.receipt_id}`).catch(() => receipt);
    }
    if (!there.current || gone.current.has(receipt.receipt_id)) return;
    change(receipt.receipt_id, handedOf(receipt));
    if (receipt.state === "read") hear.current(receipt);
  }

  async function send(file: File) {
    count.current += 1;
    const key = `new-${count.current}`;
    setHanded((all) => [...all, { key, name: file.name, size: file.size, state: "sending", share: 0, receipt: null }]);
    const body = new FormData();
    body.set("file", file);
    try {
      const receipt = await upload<Receipt>("/api/user/receipts", body, (share) => change(key, { share }));
      // The same file once more is the same receipt.
      setHanded((all) =>
        all.some((one) => one.key === receipt.receipt_id)
          ? all.filter((one) => one.key !== key)
          : all.map((one) => (one.key === key ? handedOf(receipt) : one)),
      );
      gone.current.delete(receipt.receipt_id);
      void follow(receipt);
    } catch (caught) {
      setHanded((all) => all.filter((one) => one.key !== key));
      setError(`${file.name}: ${failureOf(caught, t).text}`);
    }
  }

  return {
    handed,
    error,
    busy: handed.some(({ state }) => state === "sending"),
    take(files: readonly File[]) {
      setError(null);
      const space = MAX_RECEIPTS - handed.length;
      if (files.length > space) setError(t("A claim takes up to 4 files. The others were left out."));
      for (const file of files.slice(0, Math.max(space, 0)))
        if (file.size > MAX_FILE_BYTES)
          setError(t("{{name}} is larger than 10 MB. Choose a smaller one.", { name: file.name }));
        else void send(file);
    },
    remove(key: string) {
      setError(null);
      gone.current.add(key);
      setHanded((all) => all.filter((one) => one.key !== key));
    },
    /** Those of a draft, in their order; what we no longer have is left out. `fresh`: what is read of it is not in the draft yet. */
    async restore(ids: readonly string[], fresh: string | null = null) {
      const found = await Promise.all(
        ids.map((id) => call<Receipt>(`/api/user/receipts/${encodeURIComponent(id)}`).catch(() => null)),
      );
      const receipts = found.filter((receipt) => receipt !== null);
      setHanded(receipts.map(handedOf));
      for (const receipt of receipts)
        if (receipt.state === "reading" || receipt.receipt_id === fresh) void follow(receipt);
    },
  };
}
export type Receipts = ReturnType<typeof useReceipts>;
