/** The Spanish of this release, as it lies beside its screens: what is there needs nobody, and is what suggestions are made of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Forms } from "./rules.ts";

export type ReleaseTexts = {
  /** By the English text. */
  readonly spanish: ReadonlyMap<string, Forms>;
  /** English texts whose words change with a number. */
  readonly counting: ReadonlySet<string>;
};

const FORM = /_(one|many|other)$/;
/** An `es.json` is checked by `test/spec/spanish.test.ts`: texts by texts. */
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;

/** `folder`: the one that holds the screens. */
export function readReleaseTexts(folder: string): ReleaseTexts {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(^|[\\/])es\.json$/.test(path),
  );
  const texts = new Map(files.flatMap((path) => Object.entries(read(join(folder, path)))));
  const english = [...new Set([...texts.keys()].map((key) => key.replace(FORM, "")))];
  const spanish = english.flatMap((key): [string, Forms][] => {
    const several = texts.get(`${key}_other`) ?? texts.get(key);
    if (several === undefined) return [];
    const [one, many] = [texts.get(`${key}_one`) ?? null, texts.get(`${key}_many`) ?? null];
    return [[key, { spanish: several, one, many }]];
  });
  const counted = Object.keys(read(join(folder, "ui/en.json"))).map((key) => key.replace(FORM, ""));
  return { spanish: new Map(spanish), counting: new Set(counted) };
}
