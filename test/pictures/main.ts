/**
 * `npm run pictures`: every template in both languages, every theme, both modes and both sizes, on paper, without script and twice as
 * large (`looks.ts`), compared with the agreed pictures; and by axe's rules, which need none, and by Lighthouse when asked. Words choose those that have all of them in
 * their name, `--look print` those of one way; `--agree` takes what is now as agreed.
 */
import "./frozen-time.ts";
import { spawnSync } from "node:child_process";
import { openBrowser } from "../support/browser.ts";
import { type Agreed, readAgreed, writeAgreed } from "./agreed.ts";
import { openAuditor } from "./audit.ts";
import { compare } from "./compare.ts";
import { keyOf, type Look, listLooks, MODES, readWays, showsWindow } from "./looks.ts";
import { clearSheets, type Told, writeContactSheet, writeSheet } from "./sheet.ts";
import { type Taken, takeLook } from "./take.ts";
import { openWorld } from "./world.ts";

const given = process.argv.slice(2);
const ways = readWays(given);
const words = given.filter((word, at) => !word.startsWith("--") && given[at - 1] !== "--look");
const agrees = process.argv.includes("--agree");
const wanted = (key: string) => words.every((word) => key.toLowerCase().includes(word.toLowerCase()));
const tell = (line: string) => process.stdout.write(`${line}\n`);

if (!process.argv.includes("--built")) {
  const built = spawnSync(process.execPath, ["src/server/cli.ts", "build"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) process.exit(1);
}
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1_000);
// Letters are as wide on every machine.
const browser = await openBrowser(["--font-render-hinting=none"]);
const world = await openWorld(browser);
tell(`the world stands after ${seconds()} s`);
const brands = world.product.wired.partners.all().map(({ partner_name }) => partner_name);
const agreed = new Map<string, Agreed>(brands.map((brand) => [brand, readAgreed(brand)]));
const looks = listLooks(brands, ways);
const told: Told[] = [];
const seen = new Set<string>();
let same = 0;
let faults = 0;
await clearSheets();

/** Told at once: a run takes long. */
function note(one: Told): void {
  told.push(one);
  tell(`  ${one.key}: ${one.reasons.join("; ")}`);
}

async function judge(look: Look, { key, picture, problems }: Taken): Promise<void> {
  if (!wanted(key)) return;
  seen.add(key);
  if (problems.length) faults += 1;
  const before = agreed.get(look.brand)?.get(key) ?? null;
  const unknown = { reasons: ["nobody agreed to it yet"], cells: [] };
  const difference = picture && (before ? compare(before, picture.digest) : unknown);
  // What looks the same stays as it was agreed, so that files change only where pages do; a fault is never agreed to.
  if (agrees && picture && difference && !problems.length) agreed.get(look.brand)?.set(key, picture.digest);
  const reasons = [...problems, ...(difference?.reasons ?? [])];
  if (!reasons.length) same += 1;
  else if (!picture) note({ key, reasons, file: "" });
  else note(await writeSheet(key, before, picture, { reasons, cells: difference?.cells ?? [] }));
}

/** Nothing else goes on while Lighthouse measures. */
const lanes = ways.includes("lighthouse") ? 1 : 2;
const auditor = ways.includes("lighthouse") ? await openAuditor(world, tell) : null;
const waiting = [...looks];
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let look = waiting.shift(); look; look = waiting.shift()) {
      const current = look;
      const places = world.places.filter(
        (place) =>
          !place.without?.includes(current.brand) &&
          showsWindow(place, current) &&
          MODES[current.way].some((mode) => wanted(keyOf(place, current, mode))),
      );
      const judged = (one: Taken) => judge(current, one);
      if (current.way === "lighthouse") await auditor?.takeLook(current, places, judged);
      else if (places.length) await takeLook(browser, world, current, places, judged);
      // What was looked at is kept, whatever comes later.
      if (agrees) writeAgreed(current.brand, agreed.get(current.brand) ?? new Map(), "quick");
      tell(
        `${current.brand} ${current.language} ${current.way} ${current.width}: ${places.length} places, ${seconds()} s`,
      );
    }
  }),
);
await auditor?.close();
await browser.close();
await world.product.close();

for (const brand of brands) {
  const known = agreed.get(brand) ?? new Map();
  const modes = ways.flatMap((way) => MODES[way]);
  const isAsked = (key: string) => wanted(key) && modes.some((mode) => key.split(" / ").includes(mode.called));
  const gone = [...known.keys()].filter((key) => isAsked(key) && !seen.has(key));
  if (agrees) {
    for (const key of gone) known.delete(key);
    tell(`${brand}: ${known.size} pictures in ${Math.round(writeAgreed(brand, known) / 1_024)} KB`);
  } else for (const key of gone) note({ key, reasons: ["there is no such place anymore"], file: "" });
}
if (told.length) tell(`look at ${await writeContactSheet(told)}`);
const summary = agrees
  ? `${told.length - faults} agreed anew, ${faults} with a fault and not agreed`
  : `${told.length} differ`;
tell(`${same} as agreed, ${summary}, ${seconds()} s`);
process.exit((agrees ? faults : told.length) ? 1 : 0);
