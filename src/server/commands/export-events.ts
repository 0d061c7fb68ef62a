/** `npm run events -- 2027-03-10 [file]`: a day's tracking events as NDJSON for Elasticsearch's `_bulk`; else to the screen. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { withServices } from "./with-services.ts";

export async function run([day = "", file]: string[]) {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error("Name the day: npm run events -- 2027-03-10 [file]");
  await withServices(async ({ attribution }) => {
    const lines = Readable.from(attribution.exportEvents(day));
    if (file) return pipeline(lines, createWriteStream(file));
    for await (const line of lines) process.stdout.write(line as string);
  });
}
