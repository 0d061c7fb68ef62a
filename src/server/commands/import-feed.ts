/** `npm run import -- <feed>`: imports one feed with a progress bar; without a name it lists the feeds. */
import { withServices } from "./with-services.ts";

/** For the server, which starts this as a process of its own: no bar, and the report as a message. */
export const REPORT = "--report";

export async function run(args: string[]) {
  const name = args[0];
  await withServices(async ({ catalog }) => {
    const feeds = await catalog.feeds();
    const feed = feeds.find((one) => one.feed_name === name);
    if (!name || !feed) {
      console.log(`${name ? `There is no feed "${name}". ` : ""}Feeds:`);
      for (const one of feeds)
        console.log(
          `  ${one.feed_name.padEnd(28)} ${one.kind.padEnd(12)} ${one.last_rows ?? "–"} rows at the last complete run`,
        );
      if (name) process.exitCode = 2;
      return;
    }
    if (args.includes(REPORT)) {
      process.send?.(await catalog.importFeed(name));
      return;
    }
    const report = await catalog.importFeed(name, { onProgress: (progress) => draw(progress, feed.last_rows) });
    process.stdout.write("\n");
    console.log(
      `${report.state}: ${report.rows} rows in ${report.seconds} s, ${report.added} added, ${report.changed} changed, ${report.unchanged} unchanged, ${report.gone} gone, ${report.rejected} refused`,
    );
    for (const warning of report.warnings.slice(0, 20)) console.log(`  ${warning}`);
    if (report.problem) {
      console.error(`  ${report.problem}`);
      process.exitCode = 1;
    }
  });
}

/** The last complete run tells how long the bar is; the first run shows rows alone. */
function draw(progress: { rows: number; rows_per_second: number }, expected: number | null) {
  const share = expected ? Math.min(1, progress.rows / expected) : null;
  const bar =
    share === null ? "" : `[${"#".repeat(Math.round(share * 30)).padEnd(30, "·")}] ${Math.round(share * 100)} % `;
  process.stdout.write(`\r${bar}${progress.rows} rows, ${Math.round(progress.rows_per_second)}/s   `);
}
