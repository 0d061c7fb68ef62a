/**
 * The texts that screens show through `t`, read from the syntax tree: literals in the first argument of `t`, both sides of
 * a choice, and, where the argument is a table's column (`t(place.text)`), every literal under that column's name in the
 * file and in the files beside it that it imports.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { importsOf, isTest, within } from "../tidy/files.ts";

/** Found by their column's name, but no texts: the method of a form, and the brand's own name. */
const NO_TEXTS = new Set(["POST", "Tuppence"]);

export type Found = { key: string; where: string; plural: boolean };

const parse = (path: string): ESTree.Program => parseSync(path, readFileSync(path, "utf8")).program;

/** The file that a relative, `#ui/` or `#client/` import leads to, when it is one of ours. */
function resolveImport(from: string, specifier: string): string | null {
  const named = /^#(ui|client)\/(.*)$/.exec(specifier);
  const path = named
    ? join("src", named[1] ?? "", named[2] ?? "")
    : specifier.startsWith(".")
      ? join(dirname(from), specifier)
      : null;
  return path && /\.(tsx?|json)$/.test(path) && existsSync(path) ? path : null;
}

/** Literals under a column's name: `text: "…"`, also in a choice. */
function columnOf(name: string, root: ESTree.Program): string[] {
  const found: string[] = [];
  new Visitor({
    Property({ key, value }) {
      if (key.type === "Identifier" && key.name === name) found.push(...literalsOf(value));
    },
  }).visit(root);
  return found;
}

function literalsOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" && node.value ? [node.value] : [];
    case "TemplateLiteral": {
      const text = node.expressions.length ? null : node.quasis[0]?.value.cooked;
      return text ? [text] : [];
    }
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return literalsOf(node.expression);
    case "ConditionalExpression":
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case "BinaryExpression":
    case "LogicalExpression":
      return [...literalsOf(node.left), ...literalsOf(node.right)];
    default:
      return [];
  }
}

/** Columns that an argument may come from: `place.text` → text. */
function columnsOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case "MemberExpression":
      return node.property.type === "Identifier" && !node.computed ? [node.property.name] : [];
    case "Identifier":
      return [node.name];
    case "ConditionalExpression":
      return [...columnsOf(node.consequent), ...columnsOf(node.alternate)];
    case "BinaryExpression":
    case "LogicalExpression":
      return [...columnsOf(node.left), ...columnsOf(node.right)];
    case "ParenthesizedExpression":
    case "ChainExpression":
      return columnsOf(node.expression);
    default:
      return [];
  }
}

function isTranslation({ callee }: ESTree.CallExpression): boolean {
  if (callee.type === "Identifier") return callee.name === "t";
  return callee.type === "CallExpression" && callee.callee.type === "Identifier" && callee.callee.name === "translator";
}

function countsIn({ arguments: [, values] }: ESTree.CallExpression): boolean {
  return (
    values?.type === "ObjectExpression" &&
    values.properties.some(
      (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === "count",
    )
  );
}

function textsIn(path: string): Found[] {
  const tree = parse(path);
  const near = [
    tree,
    ...tree.body
      .filter((statement) => statement.type === "ImportDeclaration")
      .map((statement) => resolveImport(path, statement.source.value))
      .filter((target): target is string => target !== null && /\.tsx?$/.test(target))
      .map(parse),
  ];
  const found: Found[] = [];
  new Visitor({
    CallExpression(node) {
      const first = isTranslation(node) ? node.arguments[0] : undefined;
      if (!first) return;
      const plural = countsIn(node);
      const columns = columnsOf(first).flatMap((name) => near.flatMap((file) => columnOf(name, file)));
      for (const key of [...literalsOf(first), ...columns])
        if (!NO_TEXTS.has(key)) found.push({ key, where: path, plural });
    },
  }).visit(tree);
  return found;
}

const screens = within("src").filter(
  (file) => !isTest(file.path) && /\/(web|site|ui|client|operator)\/|^src\/root\.tsx$/.test(file.path),
);
export const texts: Found[] = screens.flatMap((file) => textsIn(file.path));

/** A route or a part that is loaded on its own says which Spanish it needs. */
const DECLARES = /\bneedSpanish\(|export const handle = (?:public|member|personal)Page\(/;
const byPath = new Map(screens.map((file) => [file.path, file]));
const declares = (path: string) => DECLARES.test(byPath.get(path)?.code ?? "");
/** Where the words themselves are kept is no entry. */
const KEEPERS = new Set(["src/ui/page.ts", "src/ui/text.tsx"]);
export const entries: string[] = [...byPath.keys()].filter((path) => declares(path) && !KEEPERS.has(path));

/** The screens that come with an entry, itself and those it loads later, up to parts that say for themselves what they need. */
export function screensOf(entry: string): string[] {
  const seen = new Set<string>([entry]);
  for (const path of seen) {
    const file = byPath.get(path);
    for (const { specifier, typeOnly } of file ? importsOf(file) : []) {
      const target = typeOnly ? null : resolveImport(path, specifier);
      if (target && byPath.has(target) && !declares(target)) seen.add(target);
    }
  }
  return [...seen];
}

/** The Spanish files that an entry asks for. */
export const spanishOf = (entry: string): string[] =>
  [...(byPath.get(entry)?.code ?? "").matchAll(/import\("([^"]+es\.json)"\)/g)]
    .map((match) => resolveImport(entry, match[1] ?? ""))
    .filter((path) => path !== null);
