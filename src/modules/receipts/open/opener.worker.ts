/** Opens one file in a thread of its own and ends: what a hostile file does to it, the server does not feel. */
import { parentPort, workerData } from "node:worker_threads";
import lookOf from "sharp-phash";
import { typeOf } from "./look-at-bytes.ts";
import type { OpenAnswer } from "./opened.types.ts";

async function open(bytes: Buffer): Promise<OpenAnswer> {
  const type = await typeOf(bytes);
  if (!type.ok) return { ok: false, code: type.code };
  if (type.value === "application/pdf") {
    // Loaded for PDFs alone: it is large.
    const { openPdf } = await import("./open-pdf.ts");
    const opened = await openPdf(bytes);
    if (!opened.ok) return { ok: false, code: opened.code };
    const { pages, signs, text } = opened.value;
    const [first] = pages;
    if (!first) return { ok: false, code: "file_broken" };
    return { ok: true, value: { type: type.value, pages, look: await lookOf(first), signs, text } };
  }
  const { openPicture } = await import("./open-picture.ts");
  const opened = await openPicture(bytes, type.value);
  if (!opened.ok) return { ok: false, code: opened.code };
  const { page, signs } = opened.value;
  return { ok: true, value: { type: type.value, pages: [page], look: await lookOf(page), signs, text: "" } };
}

// Handed over by `open-file.ts` alone.
const { bytes } = workerData as { bytes: Uint8Array };
parentPort?.postMessage(await open(Buffer.from(bytes)));
