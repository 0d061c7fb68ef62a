/** The tree as the house rules see it. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export type SourceFile = { path: string; text: string; code: string; lines: number };

/** Tracked and new files, but nothing that git ignores. */
export const paths: string[] = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 64 * 1_048_576,
})
  .split("\n")
  .filter((path) => path && existsSync(path));

/** Comments and strings are no code: a rule that names a word in its own text must not break itself. */
const stripComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/[^\n]*/g, "$1");

export const sources: SourceFile[] = paths
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".d.ts"))
  .map((path) => {
    const text = readFileSync(path, "utf8");
    return { path, text, code: stripComments(text), lines: text.split("\n").length };
  });

export const within = (folder: string) => sources.filter((file) => file.path.startsWith(`${folder}/`));
export const isTest = (path: string) => /(^|\/)test\//.test(path) || path.endsWith(".test.ts");

export type Import = { specifier: string; typeOnly: boolean };
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  for (const match of file.code.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gms)) {
    const clause = match[0];
    const names = /\{([^}]*)\}/.exec(clause)?.[1];
    const onlyTypes =
      Boolean(match[1]) ||
      (names !== undefined &&
        !/^\s*import\s+[\w*]/.test(clause) &&
        names.split(",").every((name) => !name.trim() || name.trim().startsWith("type ")));
    found.push({ specifier: match[2] ?? "", typeOnly: onlyTypes });
  }
  for (const match of file.code.matchAll(/import\(\s*"([^"]+)"\s*\)/g))
    found.push({ specifier: match[1] ?? "", typeOnly: false });
  return found;
}
