/** `npm run import -- <file or URL>`: a shop's own feed, tried or imported, told in full. */
import { readFile } from "node:fs/promises";
import type { Catalog, ImportProgress, ImportReport, ShopFormat, ShopPlan, ShopTrial } from "#catalog";

type Wish = {
  source: string;
  format: ShopFormat | undefined;
  store: string | undefined;
  map: string | undefined;
  dry: boolean;
};

export async function runShopImport(catalog: Catalog, wish: Wish, draw: (progress: ImportProgress) => void) {
  const map = wish.map === undefined ? undefined : await readFile(wish.map, "utf8").catch(() => null);
  if (map === null) return refuse(`there is no file ${wish.map}`);
  const asked = { source: wish.source, format: wish.format, store: wish.store, map };
  if (wish.dry) {
    const tried = await catalog.tryShopFeed(asked);
    if (!tried.ok) return refuse(tried.detail?.problem);
    console.log(trialText(tried.value));
    if (tried.value.good === 0 || tried.value.cut) process.exitCode = 1;
    return;
  }
  const outcome = await catalog.importShopFeed(asked, {
    onProgress: draw,
    onPlan: (plan) => console.log(planText(plan)),
  });
  if (!outcome.ok) return refuse(outcome.detail?.problem);
  process.stdout.write("\n");
  await tellReport(catalog, outcome.value);
}

function refuse(problem: string | undefined) {
  console.error(
    `Nothing was imported: ${problem ?? "the feed cannot be read"}. \`npm run import -- --help\` shows how it is used.`,
  );
  process.exitCode = 2;
}

const rowsOf = (count: number): string => (count === 1 ? "1 row" : `${count} rows`);

export async function tellReport(catalog: Catalog, report: ImportReport) {
  console.log(
    `${report.feed_name} ${report.state}: ${rowsOf(report.rows)} in ${report.seconds.toFixed(1)} s, ${report.added} added, ${report.changed} changed, ${report.unchanged} unchanged, ${report.gone} gone, ${report.rejected} refused`,
  );
  for (const warning of report.warnings.slice(0, 20)) console.log(`  ${warning}`);
  if (report.run_id && report.rejected > 0) {
    const refused = await catalog.refusals(report.run_id);
    for (const line of refusalLines(refused)) console.log(line);
    // So many are kept as a person might read.
    const told = refused.reduce((sum, { rows }) => sum + rows, 0);
    if (told < report.rejected)
      console.log(`  and ${report.rejected - told} more, which --dry-run counts by their reason`);
  }
  if (!report.problem) return;
  console.error(`  ${report.problem}`);
  if (report.state === "held")
    console.error(
      `  npm run desk -- show ${report.feed_name}, then npm run desk -- imports ${report.feed_name} release|drop`,
    );
  process.exitCode = 1;
}

const DELIMITERS: Record<string, string> = { "\t": "tabs", ",": "commas", ";": "semicolons", "|": "bars" };
const FORMS = { xml: "XML", json: "JSON", table: "a table" };

export function planText({ shape, store, warnings, bytes }: ShopPlan): string {
  return [
    `${FORMS[shape.form]}${shape.delimiter ? ` cut by ${DELIMITERS[shape.delimiter]}` : ""}, ${bytes} bytes`,
    store
      ? `store    ${store.name} (${store.internal_name}, ${store.domain})${store.told_by_links ? ", told by the links" : ""}`
      : "store    none: the links lead to no store that is known; name it with --store",
    "columns",
    ...shape.fields.map(
      ({ field, columns, constant, sample }) =>
        `  ${field.padEnd(13)} ${[...columns, ...(constant === null ? [] : [`="${constant}"`])].join(", else ").padEnd(34)} ${sample ?? ""}`,
    ),
    ...(shape.missing.length > 0 ? [`  missing: ${shape.missing.join(", ")} (name them with --map)`] : []),
    ...(shape.unused.length > 0 ? [`  not used: ${shape.unused.join(", ").slice(0, 400)}`] : []),
    ...warnings.map((warning) => `note: ${warning}`),
  ].join("\n");
}

export function trialText(trial: ShopTrial): string {
  const { plan, rows, good, cut, known, currencies, refused, seconds } = trial;
  return [
    planText(plan),
    `as a map: ${mapText(plan)}`,
    `${rowsOf(rows)} in ${seconds.toFixed(1)} s, of which ${good} can be taken and ${rows - good} are refused; ${known} products of this feed are for sale now`,
    ...(cut ? ["the feed ends before its end: it would not be complete"] : []),
    ...currencies.map((one) => `  ${one.rows} × in ${one.currency}`),
    ...refusalLines(refused),
    "nothing was written",
  ].join("\n");
}

/** What `--map` takes, to begin from. */
const mapText = ({ shape }: ShopPlan): string =>
  JSON.stringify(
    Object.fromEntries(
      shape.fields.map(({ field, columns, constant }) => {
        const all = [...columns, ...(constant === null ? [] : [`=${constant}`])];
        return [field, all.length === 1 ? all[0] : all];
      }),
    ),
  );

const refusalLines = (refused: readonly { reason: string; rows: number; example: string | null }[]): string[] =>
  refused.map(
    ({ reason, rows, example }) =>
      `  refused ${rows} × ${reason}${example ? `, for instance ${example.slice(0, 60)}` : ""}`,
  );
