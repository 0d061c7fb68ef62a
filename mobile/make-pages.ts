/** `npm run build`: writes the pages that lie in the app itself to `www`, with the brand's name and the site's address in them. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { brand, COVER, home } from "./app-brand.ts";

const here = import.meta.dirname;
const out = join(here, "www");

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const [from, to] of [
  ["start.html", "index.html"],
  ["error.html", "error.html"],
] as const) {
  const page = await readFile(join(here, "pages", from), "utf8");
  const filled = page
    .replaceAll("/*brand*/", brand.name.replace(/[<>&"]/g, ""))
    .replaceAll("/*cover*/", COVER)
    .replaceAll("/*site*/", home.site);
  await writeFile(join(out, to), filled);
}
await build({
  configFile: false,
  root: here,
  logLevel: "warn",
  define: { HOME: JSON.stringify(home) },
  build: {
    outDir: out,
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: join(here, "src/start.ts"), formats: ["iife"], name: "start", fileName: () => "start.js" },
  },
});
console.log(`The app's pages for ${home.site} lie in mobile/www.`);
