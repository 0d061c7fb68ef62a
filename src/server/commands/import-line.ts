/** What a person typed after `npm run import`. Pure. */
import { parseArgs } from "node:util";
import { SHOP_FORMATS, type ShopFormat } from "#catalog";

export const HELP = `Imports a feed of a network by its name, or any shop's own feed from a file or a web address.

  npm run import                                     lists the feeds
  npm run import -- FEED                             one feed of a network
  npm run import -- FILE|URL [--format google|awin|cj|csv|json|ndjson] [--store NAME] [--map FILE] [--dry-run]

Examples: npm run import -- prices.csv --dry-run
          npm run import -- https://shop.example/feed.xml --store marlow-finch
          npm run import -- prices.csv --store marlow-finch --map prices-map.json

--format   what the feed is; else it is told by its first signs
--store    whose products these are: the name in its address, its domain or its name; else it is told by where the links lead
--map      JSON: which column holds what, such as {"id": "Art-Nr", "price": ["Aktion", "Preis"], "currency": "=EUR"};
           what it does not say stays as it is proposed, "=" gives one value to every row
--dry-run  reads everything, writes nothing, and tells the columns, the rows that would be refused and why

A feed that lacks a third of what it had, or more than half of what is there, is held: what it holds is taken, what it
lacks stays until a person decides (npm run desk -- imports).`;

export type ImportLine =
  | { help: true }
  | { fault: string }
  | { list: true }
  | { feed: string }
  | {
      source: string;
      format: ShopFormat | undefined;
      store: string | undefined;
      map: string | undefined;
      dry: boolean;
    };

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  format: { type: "string" },
  store: { type: "string" },
  map: { type: "string" },
  "dry-run": { type: "boolean" },
} as const;

/** `feeds`: the names of known feeds, which a file of the same name does not hide. */
export function readImportLine(args: readonly string[], feeds: readonly string[]): ImportLine {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: OPTIONS,
  });
  if (values.help) return { help: true };
  const unknown = Object.keys(values).find((name) => !(name in OPTIONS));
  if (unknown) return { fault: `There is no --${unknown}.` };
  const empty = (["format", "store", "map"] as const).find((name) => values[name] === true);
  if (empty) return { fault: `--${empty} needs a value.` };
  const [first, second] = positionals;
  if (first === undefined) return { list: true };
  const text = (name: "format" | "store" | "map") =>
    typeof values[name] === "string" ? (values[name] as string) : undefined;
  if (second !== undefined) return { fault: `One feed at a time: "${second}" is one too many.` };
  const format = text("format");
  if (format !== undefined && !SHOP_FORMATS.includes(format as ShopFormat))
    return { fault: `--format is one of: ${SHOP_FORMATS.join(", ")}.` };
  if (feeds.includes(first)) return { feed: first };
  return {
    source: first,
    format: format as ShopFormat | undefined,
    store: text("store"),
    map: text("map"),
    dry: values["dry-run"] === true,
  };
}
