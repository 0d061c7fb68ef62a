/** The packages: the same bytes from the same sources wherever they are built, and what each browser is asked for. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const SOURCES = ["package.json", "README.md", "wxt.config.ts", "src", "public"];
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Builds in a folder that nothing was built in, from the sources alone. */
function pack(browser: "firefox" | "safari", what: "zip" | "build"): string {
  const folder = mkdtempSync(join(tmpdir(), "tuppence-package-"));
  folders.push(folder);
  for (const source of SOURCES) cpSync(join("extension", source), join(folder, source), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, ["node_modules/wxt/bin/wxt.mjs", what, "-b", browser, "--mv3"], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "production",
      WXT_SITE: "https://tuppence.example",
      WXT_PUBLIC_KEY: "A".repeat(43),
    },
    stdio: "pipe",
  });
  return join(folder, ".output");
}
const zips = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".zip"))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name))] as const);

it("are the same to the byte from two clean folders, the sources that Firefox asks for among them", () => {
  const [one, other] = [zips(pack("firefox", "zip")), zips(pack("firefox", "zip"))];
  expect(one.map(([name]) => name.replace(/\d+\.\d+\.\d+/, "version"))).toEqual([
    "tuppence-extension-version-firefox.zip",
    "tuppence-extension-version-sources.zip",
  ]);
  for (const [place, [name, bytes]] of one.entries())
    expect(bytes.equals(other[place]?.[1] as Buffer), name).toBe(true);
}, 400_000);

it("ask Safari for nothing that it does not have, and open no file to pages", () => {
  const manifest = JSON.parse(readFileSync(join(pack("safari", "build"), "safari-mv3/manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    manifest_version: 3,
    permissions: ["storage", "alarms", "webNavigation", "activeTab", "scripting"],
    background: { scripts: ["background.js"], persistent: false },
  });
  for (const key of ["optional_host_permissions", "web_accessible_resources", "externally_connectable"])
    expect(manifest, key).not.toHaveProperty(key);
}, 200_000);
