/** `npm run import`: one feed of a network with a progress bar, or a shop's own feed; see `import-line.ts`. */
import { HELP, readImportLine } from "./import-line.ts";
import { runShopImport, tellReport } from "./shop-import.ts";
import { withServices } from "./with-services.ts";

/** For the server, which starts this as a process of its own: no bar, and the report as a message. */
export const REPORT = "--report";

export async function run(args: string[]) {
  if (args.includes("--help") || args.includes("-h")) return console.log(HELP);
  await withServices(async (wired) => {
    const { catalog } = wired;
    const feeds = await catalog.feeds();
    if (args.includes(REPORT)) {
      if (feeds.some((feed) => feed.feed_name === args[0])) process.send?.(await catalog.importFeed(args[0] ?? ""));
      else process.exitCode = 2;
      return;
    }
    const line = readImportLine(
      args,
      feeds.map((feed) => feed.feed_name),
    );
    if ("help" in line) return console.log(HELP);
    if ("fault" in line) {
      console.error(`${line.fault} \`npm run import -- --help\` shows how it is used.`);
      process.exitCode = 2;
      return;
    }
    if ("source" in line) return runShopImport(catalog, line, (progress) => draw(progress, null));
    if ("list" in line) {
      console.log("Feeds:");
      for (const one of feeds)
        console.log(
          `  ${one.feed_name.padEnd(28)} ${one.kind.padEnd(12)} ${one.last_rows ?? "–"} rows at the last complete run`,
        );
      return;
    }
    const last = feeds.find((feed) => feed.feed_name === line.feed)?.last_rows ?? null;
    const report = await catalog.importFeed(line.feed, { onProgress: (progress) => draw(progress, last) });
    process.stdout.write("\n");
    await tellReport(catalog, report);
  });
}

/** The last complete run, or the size of the file, tells how long the bar is; else it shows rows alone. */
function draw(
  progress: { rows: number; bytes: number; total_bytes: number | null; rows_per_second: number },
  expected: number | null,
) {
  const whole = expected
    ? progress.rows / expected
    : progress.total_bytes
      ? progress.bytes / progress.total_bytes
      : null;
  const share = whole === null ? null : Math.min(1, whole);
  const bar =
    share === null ? "" : `[${"#".repeat(Math.round(share * 30)).padEnd(30, "·")}] ${Math.round(share * 100)} % `;
  process.stdout.write(`\r${bar}${progress.rows} rows, ${Math.round(progress.rows_per_second)}/s   `);
}
