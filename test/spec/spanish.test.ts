/**
 * Every text that a screen shows through `t` has its Spanish. Texts are read from the syntax tree: literals in the first
 * argument of `t`, both sides of a choice, and, where the argument is a table's column (`t(place.text)`), every literal
 * under that column's name in the file and in the files beside it that it imports.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { METHODS } from "../../src/modules/payouts/rules.ts";
import english from "../../src/ui/en.json";
import { isTest, within } from "../tidy/files.ts";

const FOLDER = "src/ui/es";
const areas = readdirSync(FOLDER).map((file) => ({
  file,
  texts: JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Record<string, string>,
}));
const spanish: Record<string, string> = Object.assign({}, ...areas.map((area) => area.texts));

/** Words that are the same in both languages: names, units, and words that Spanish shares. */
const SAME = new Set(["CVV", "Cookies", "No", "PayPal", "Plus {{rate}}", "Venmo"]);

/** Found by their column's name, but no texts: the method of a form, and the brand's own name. */
const NO_TEXTS = new Set(["POST", "Tuppence"]);

type Found = { key: string; where: string; plural: boolean };

const parse = (path: string) =>
  ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** The file that a relative or `#ui/` import leads to, when it is one of ours. */
function resolveImport(from: string, specifier: string): string | null {
  const path = specifier.startsWith(".")
    ? join(dirname(from), specifier)
    : specifier.startsWith("#ui/")
      ? join("src/ui", specifier.slice(4))
      : null;
  return path && /\.tsx?$/.test(path) && existsSync(path) ? path : null;
}

/** Literals under a column's name: `text: "…"`, also in a choice. */
function columnOf(name: string, root: ts.Node): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === name)
      found.push(...literalsOf(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function literalsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text ? [node.text] : [];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...literalsOf(node.left), ...literalsOf(node.right)];
  return [];
}

/** Columns that an argument may come from: `place.text` → text. */
function columnsOf(node: ts.Expression): string[] {
  if (ts.isPropertyAccessExpression(node)) return [node.name.text];
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...columnsOf(node.whenTrue), ...columnsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...columnsOf(node.left), ...columnsOf(node.right)];
  if (ts.isParenthesizedExpression(node)) return columnsOf(node.expression);
  return [];
}

function isTranslation(call: ts.CallExpression): boolean {
  const { expression: callee } = call;
  if (ts.isIdentifier(callee)) return callee.text === "t";
  return ts.isCallExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === "translator";
}

function countsIn(call: ts.CallExpression): boolean {
  const values = call.arguments[1];
  return Boolean(
    values &&
      ts.isObjectLiteralExpression(values) &&
      values.properties.some((property) => property.name && property.name.getText() === "count"),
  );
}

function textsIn(path: string): Found[] {
  const tree = parse(path);
  const near = [
    tree,
    ...tree.statements
      .filter(ts.isImportDeclaration)
      .map((statement) => resolveImport(path, (statement.moduleSpecifier as ts.StringLiteral).text))
      .filter((target) => target !== null)
      .map(parse),
  ];
  const found: Found[] = [];
  const visit = (node: ts.Node) => {
    const first = ts.isCallExpression(node) && isTranslation(node) ? node.arguments[0] : undefined;
    if (first) {
      const plural = countsIn(node as ts.CallExpression);
      const columns = columnsOf(first).flatMap((name) => near.flatMap((file) => columnOf(name, file)));
      for (const key of [...literalsOf(first), ...columns])
        if (!NO_TEXTS.has(key)) found.push({ key, where: path, plural });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const files = within("src").filter(
  (file) => !isTest(file.path) && /\/(web|site|ui|client|operator)\/|^src\/root\.tsx$/.test(file.path),
);
const texts = files.flatMap((file) => textsIn(file.path));
const placesIn = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]))].sort();
const FORM = /_(one|many|other)$/;

describe("Spanish", () => {
  it("is looked for in all texts of the interface", () => {
    expect(texts.length).toBeGreaterThan(400);
    // One of each kind: a literal, a choice, a table in the file, a table in a file beside it, a plural.
    const keys = new Set(texts.map((text) => text.key));
    for (const key of ["Skip to content", "Copied", "Groceries", "Vulnerability disclosure", "{{count}} results"])
      expect(keys, key).toContain(key);
  });

  it("has every text", () => {
    const missing = texts.filter(({ key, plural }) =>
      plural ? !spanish[`${key}_other`] && !spanish[key] : !spanish[key],
    );
    expect([...new Set(missing.map(({ key, where }) => `${where}: ${key}`))]).toEqual([]);
  });

  it("has the words that the server hands to screens", () => {
    const words = Object.values(METHODS).map((method) => method.en);
    expect(words.filter((word) => !spanish[word])).toEqual([]);
  });

  it("has all three forms of a text that counts, and English both of its own", () => {
    const counted = new Set(texts.filter(({ key, plural }) => plural && spanish[`${key}_other`]).map(({ key }) => key));
    expect(counted.size).toBeGreaterThan(5);
    const wanted = [...counted].flatMap((key) => [`${key}_one`, `${key}_many`, `${key}_other`]);
    expect(wanted.filter((key) => !spanish[key])).toEqual([]);
    const own = english as Record<string, string>;
    const ours = [...counted].flatMap((key) => [`${key}_one`, `${key}_other`]);
    expect(ours.filter((key) => !own[key])).toEqual([]);
  });

  it("is not the English text over again", () => {
    const same = Object.entries(spanish)
      .filter(([key, text]) => key.replace(FORM, "") === text && /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, "")))
      .map(([key]) => key);
    expect(same.toSorted()).toEqual([...SAME].toSorted());
  });

  it("keeps the places for values", () => {
    const wrong = Object.entries(spanish).filter(([key, text]) => {
      const places = placesIn(key.replace(FORM, ""));
      const ours = placesIn(text);
      // The form for one may say the number as a word.
      const wanted =
        key.endsWith("_one") && !ours.includes("count") ? places.filter((name) => name !== "count") : places;
      return wanted.join() !== ours.join();
    });
    expect(wrong).toEqual([]);
  });

  it("says a text in one way only", () => {
    const ways = new Map<string, Set<string>>();
    for (const { texts: own } of areas)
      for (const [key, text] of Object.entries(own)) ways.set(key, (ways.get(key) ?? new Set()).add(text));
    expect([...ways].filter(([, said]) => said.size > 1).map(([key, said]) => [key, ...said])).toEqual([]);
  });

  it("leaves no text empty, and none with the marks of another", () => {
    expect(Object.entries(spanish).filter(([, text]) => !text.trim())).toEqual([]);
    const edges = (text: string) => [/^\s/.test(text), /\s$/.test(text)].join();
    expect(Object.entries(spanish).filter(([key, text]) => edges(key.replace(FORM, "")) !== edges(text))).toEqual([]);
  });
});
