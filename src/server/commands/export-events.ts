/** `npm run events -- 2027-03-10 [file]`: a day's tracking events as NDJSON for Elasticsearch's `_bulk`; else to the screen. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { withServices } from "./with-services.ts";

/** Of the calendar: no 31st of February. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

export async function run([day = "", file]: string[]) {
  if (!isDay(day)) {
    console.error("Name the day: npm run events -- 2027-03-10 [file]");
    process.exitCode = 2;
    return;
  }
  await withServices(async ({ attribution }) => {
    const lines = Readable.from(attribution.exportEvents(day));
    if (file) return pipeline(lines, createWriteStream(file));
    for await (const line of lines) process.stdout.write(line as string);
  });
}
