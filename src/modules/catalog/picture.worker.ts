/** Writes one picture anew and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { type PictureOf, writePicture } from "./write-picture.ts";

// Handed over by `make-picture.ts` alone.
const { bytes, of } = workerData as { bytes: Uint8Array; of: PictureOf };
parentPort?.postMessage((await writePicture(Buffer.from(bytes), of)) ?? "none");
