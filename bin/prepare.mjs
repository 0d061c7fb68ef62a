// What `npm start` and `npm test` need before the project's own runtime exists. Plain script, no dependencies, Node 20 or later.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".tuppence-lock");

/** Installs what the lock file says when it is not there yet. */
export function install() {
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const have = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (have === wanted && existsSync(runtime())) return;
  console.log("installing packages (first time only) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Not "npm ci": the lock file was written where some platforms' binaries could not be seen, and "install" adds those of
  // this machine at the versions that their packages name.
  const result = spawnSync(
    npm,
    ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--include=dev"],
    { cwd: root, stdio: "inherit" },
  );
  if (result.status !== 0) {
    console.error("npm install failed. Is the network there?");
    process.exit(result.status ?? 1);
  }
  if (!existsSync(runtime())) repairRuntime(npm);
  writeFileSync(stamp, wanted);
}

/** Some npm settings leave install scripts out; the runtime then lacks its binary, and is built by its own script. */
function repairRuntime(npm) {
  spawnSync(npm, ["rebuild", "node", "--foreground-scripts"], { cwd: root, stdio: "inherit" });
  if (!existsSync(runtime())) {
    console.error('The project\'s own Node 24 could not be installed (npm package "node").');
    process.exit(1);
  }
}

/** The project's own Node 24. */
export function runtime() {
  return join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
}

/** Where Node keeps what it has compiled, types taken out: the next start needs half of the time to read the product. */
export const compiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
};

export const flags = ["--disable-warning=ExperimentalWarning"];
