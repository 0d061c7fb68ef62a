/** The packages that the product runs on, from the lock file; their texts from where they are installed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export type UsedPackage = { name: string; version: string; license: string };

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

type Place = UsedPackage & { path: string };

function readPlaces(root: string): Place[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const found = new Map<string, Place>();
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes("node_modules/") || entry.dev || entry.devOptional || !entry.version) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    // Programs for other machines are listed in the lock file without being part of what runs here.
    if (!existsSync(join(root, path))) continue;
    const { version, license = "see its text" } = entry;
    found.set(`${name}@${version}`, { name, version, license, path });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

export const readLicenses = (root: string): UsedPackage[] =>
  readPlaces(root).map(({ name, version, license }) => ({ name, version, license }));

const TEXT = /^(licen[cs]e|copying|notice)/i;

/** Every licence with its text, as one plain file. */
export function writeLicenseTexts(root: string): string {
  return readPlaces(root)
    .map(({ name, version, license, path }) => {
      const texts = readdirSync(join(root, path), { withFileTypes: true })
        .filter((file) => file.isFile() && TEXT.test(file.name))
        .map((file) => readFileSync(join(root, path, file.name), "utf8").trim());
      return [`${name} ${version} (${license})`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}
