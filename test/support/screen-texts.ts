/**
 * The texts that screens show through `t`, read from the syntax tree: literals in the first argument of `t`, both sides of
 * a choice, and, where the argument is a table's column (`t(place.text)`), every literal under that column's name in the
 * file and in the files beside it that it imports.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { importsOf, isTest, within } from "../tidy/files.ts";

/** Found by their column's name, but no texts: the method of a form, and the brand's own name. */
const NO_TEXTS = new Set(["POST", "Tuppence"]);

export type Found = { key: string; where: string; plural: boolean };

const parse = (path: string) =>
  ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

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
      .filter((target): target is string => target !== null && /\.tsx?$/.test(target))
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
