/** Builds pages and scripts when their sources changed since the last build, and compresses what is sent often. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const STAMP = "build/sources.sha256";

export async function run(args: string[]) {
  await buildIfNeeded({ force: args.includes("--force"), quiet: false });
}

export async function buildIfNeeded(options: { force: boolean; quiet: boolean }): Promise<boolean> {
  const now = await hashSources();
  const before = existsSync(STAMP) ? await readFile(STAMP, "utf8") : "";
  if (!options.force && before === now) return false;
  await execute("node_modules/@react-router/dev/dist/cli/index.js", ["build"], options.quiet);
  await compress("build/client");
  await mkdir("build", { recursive: true });
  await writeFile(STAMP, now);
  return true;
}

async function execute(script: string, args: string[], quiet: boolean): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise((settle) => child.on("exit", settle));
  if (code !== 0) throw new Error(`The build failed.\n${output}`);
}

/** Every file that the build reads. Server code is not built, but the types it shares are cheap to include. */
async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", "vite.config.ts", "react-router.config.ts"])
    hash.update(await readFile(file));
  for (const folder of ["src", "public", "brands", "mobile/src"]) {
    for (const file of await listFiles(folder)) {
      if (/\/test\/|\.sql$|\.md$/.test(file)) continue;
      hash.update(file).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function compress(folder: string) {
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  for (const file of await listFiles(folder)) {
    if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(file)) continue;
    const body = await readFile(file);
    await writeFile(`${file}.br`, await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    await writeFile(`${file}.gz`, await gzipped(body, { level: 9 }));
  }
}
