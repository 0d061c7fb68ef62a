/**
 * What the tests of a file assert, read from the syntax tree: literals inside an `expect` that has a matcher, and in the locator
 * that an `expect` or a `waitFor` reads from; a parameter of the test that stands there shows what its rows have for it. A comment, a
 * constant, a test that is skipped and a value of the setup prove nothing.
 */
import { type ESTree, parseSync, Visitor } from "vite";

export type Asserted = { test: string; value: string | number };

/** Modifiers with which a test, or a group of them, does not always run or is not meant to pass. */
const IDLE = new Set(["skip", "todo", "skipIf", "runIf", "fails"]);
/** What an assertion compares with when the text that it reads must be absent. */
const ABSENT = new Set<unknown>([0, false, null]);
const ABSENT_MATCHERS = new Set(["toBeNull", "toBeUndefined", "toBeFalsy"]);
const LOCATOR = /^(getBy\w+|locator)$/;

type Chain = { root: string | null; names: string[]; calls: ESTree.CallExpression[] };

/** `a.b(c).d(e)`: its root `a`, its names outermost first, and its calls likewise. */
function chainOf(node: ESTree.Node): Chain {
  const chain: Chain = { root: null, names: [], calls: [] };
  let at: ESTree.Node = node;
  for (;;)
    if (at.type === "CallExpression") {
      chain.calls.push(at);
      at = at.callee;
    } else if (at.type === "MemberExpression") {
      if (at.property.type === "Identifier") chain.names.push(at.property.name);
      at = at.object;
    } else if (at.type === "TaggedTemplateExpression") at = at.tag;
    else {
      if (at.type === "Identifier") chain.root = at.name;
      return chain;
    }
}

type Deed = { kind: "test" | "group"; name: string | null; idle: boolean; body: ESTree.Node };

function deedOf(call: ESTree.CallExpression): Deed | null {
  const { root, names } = chainOf(call);
  const kind = root === "it" || root === "test" ? "test" : root === "describe" ? "group" : null;
  const body = call.arguments.find(
    (one) => one.type === "ArrowFunctionExpression" || one.type === "FunctionExpression",
  );
  if (!kind || !body) return null;
  const [first] = call.arguments;
  const name = first?.type === "Literal" && typeof first.value === "string" ? first.value : null;
  return { kind, name, idle: names.some((one) => IDLE.has(one)), body };
}

/** What rows have for a parameter of their test, by its name. */
type Columns = ReadonlyMap<string, readonly (string | number)[]>;
const NO_ROWS: Columns = new Map();

function literalsIn(nodes: readonly ESTree.Node[], columns: Columns = NO_ROWS): (string | number)[] {
  const found: (string | number)[] = [];
  /** Where the names of properties stand, which are no parameters. */
  const names = new Set<number>();
  const visitor = new Visitor({
    Literal({ value }) {
      if (typeof value === "string" || typeof value === "number") found.push(value);
    },
    TemplateLiteral({ expressions, quasis }) {
      const text = quasis[0]?.value.cooked;
      if (!expressions.length && text) found.push(text);
    },
    MemberExpression({ computed, property }) {
      if (!computed) names.add(property.start);
    },
    Property({ computed, shorthand, key }) {
      if (!computed && !shorthand) names.add(key.start);
    },
    Identifier({ name, start }) {
      if (!names.has(start)) found.push(...(columns.get(name) ?? []));
    },
  });
  for (const node of nodes) visitor.visit(asProgram(node));
  return found;
}

/** The visitor wants a whole program, and looks into whatever stands in its body. */
const asProgram = (node: ESTree.Node) =>
  ({ type: "Program", body: [node], sourceType: "module", hashbang: null, comments: [], start: 0, end: 0 }) as never;

const literalValue = (node: ESTree.Node | undefined) => (node?.type === "Literal" ? node.value : undefined);

/** What one assertion shows, or nothing when the call is none. */
function shownBy(
  call: ESTree.CallExpression,
  locators: ReadonlyMap<string, ESTree.Node>,
  columns: Columns,
): (string | number)[] {
  const { root, names, calls } = chainOf(call);
  if (root === "expect") {
    const matcher = names[0] ?? "";
    const [compared] = calls[0]?.arguments ?? [];
    if (calls.length < 2 || !matcher.startsWith("to") || names.includes("not")) return [];
    const empty = compared?.type === "ArrayExpression" && compared.elements.length === 0;
    if (empty || ABSENT_MATCHERS.has(matcher) || ABSENT.has(literalValue(compared))) return [];
    return literalsIn(
      calls.flatMap((one) => one.arguments),
      columns,
    );
  }
  if (
    names[0] !== "waitFor" ||
    literalsIn(calls[0]?.arguments ?? []).some((one) => one === "detached" || one === "hidden")
  )
    return [];
  const held = root === null ? undefined : locators.get(root);
  return literalsIn([...calls.flatMap((one) => one.arguments), ...(held ? [held] : [])], columns);
}

/** `as const` and brackets aside. */
const bare = (node: ESTree.Node | null | undefined): ESTree.Node | null => {
  let at = node ?? null;
  while (
    at &&
    (at.type === "TSAsExpression" || at.type === "TSSatisfiesExpression" || at.type === "ParenthesizedExpression")
  )
    at = at.expression;
  return at;
};

/** Of `it.each([["a", "b"]])("…", (one, other) => …)`: "a" for `one`, "b" for `other`. Rows that stand elsewhere show nothing. */
function columnsOf(call: ESTree.CallExpression, body: ESTree.Node): Columns {
  const { names, calls } = chainOf(call);
  const rows = names[0] === "each" ? bare(calls[1]?.arguments[0]) : null;
  if (
    rows?.type !== "ArrayExpression" ||
    (body.type !== "ArrowFunctionExpression" && body.type !== "FunctionExpression")
  )
    return NO_ROWS;
  const columns = new Map<string, (string | number)[]>();
  for (const [place, parameter] of body.params.entries()) {
    if (parameter.type !== "Identifier") continue;
    const cells = rows.elements.flatMap((element) => {
      const row = bare(element);
      if (row?.type === "ArrayExpression") return bare(row.elements[place]) ?? [];
      return place === 0 && row ? row : [];
    });
    columns.set(
      parameter.name,
      cells.flatMap((cell) => literalsIn([cell])),
    );
  }
  return columns;
}

function assertionsOf(test: string, body: ESTree.Node, columns: Columns): Asserted[] {
  const found: Asserted[] = [];
  const locators = new Map<string, ESTree.Node>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && chainOf(init).names.some((name) => LOCATOR.test(name)))
        locators.set(id.name, init);
    },
    CallExpression(call) {
      for (const value of shownBy(call, locators, columns)) found.push({ test, value });
    },
  }).visit(asProgram(body));
  return found;
}

/** The tests of a file that have a name and run, each as it stands: `it("…", …)` with the rows it runs through. */
function runningIn(program: ESTree.Program): { name: string; call: ESTree.CallExpression; body: ESTree.Node }[] {
  const found: ReturnType<typeof runningIn> = [];
  const idle: ESTree.Node[] = [];
  new Visitor({
    CallExpression(call) {
      const deed = deedOf(call);
      const within = idle.some(({ start, end }) => call.start >= start && call.end <= end);
      if (!deed || within) return;
      if (deed.idle) idle.push(call);
      else if (deed.kind === "test" && deed.name) found.push({ name: deed.name, call, body: deed.body });
    },
  }).visit(program);
  return found;
}

export function assertedIn(path: string, text: string): Asserted[] {
  return runningIn(parseSync(path, text).program).flatMap(({ name, call, body }) =>
    assertionsOf(name, body, columnsOf(call, body)),
  );
}

export type RunningTest = {
  name: string;
  /** Expectations with a matcher. */
  assertions: number;
  /** Texts and numbers of its body and of its rows, where they can be read. */
  literals: ReadonlySet<string | number>;
  /** Constants that it takes from elsewhere: a figure that moves along with the product's shows nothing. */
  borrowed: readonly string[];
};

export function runningTests(path: string, text: string): RunningTest[] {
  const { program } = parseSync(path, text);
  const constants = new Set<string>();
  new Visitor({
    ImportSpecifier({ local }) {
      if (/^[A-Z][A-Z0-9_]+$/.test(local.name)) constants.add(local.name);
    },
  }).visit(program);
  return runningIn(program).map(({ name, call, body }) => {
    let assertions = 0;
    const borrowed = new Set<string>();
    new Visitor({
      CallExpression(inner) {
        const { root, names, calls } = chainOf(inner);
        if (root === "expect" && calls.length > 1 && names[0]?.startsWith("to")) assertions += 1;
      },
      Identifier({ name: used }) {
        if (constants.has(used)) borrowed.add(used);
      },
    }).visit(asProgram(body));
    return { name, assertions, literals: new Set(literalsIn([call])), borrowed: [...borrowed] };
  });
}
