import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { MODULE_NAMES } from "../../src/modules/order.ts";
import { importsOf, isTest, paths, type SourceFile, sources, within } from "./files.ts";

/** Every module has its door by its own name: `#<m>`. */
const DOOR = /^src\/modules\/([a-z]+)\/\1\.server\.ts$/;
const doors = paths.filter((path) => DOOR.test(path));
const doorOf = new Map(doors.map((path) => [path, `#${path.split("/")[2]}`]));
const moduleOf = (path: string) => /^src\/modules\/([a-z]+)\//.exec(path)?.[1];
const rankOf = (module: string) => MODULE_NAMES.indexOf(module);

/** The path that an import of ours leads to; null for packages. */
function targetOf(file: SourceFile, specifier: string): string | null {
  if (specifier.startsWith(".")) return normalize(join(dirname(file.path), specifier.replace(/\?.*$/, "")));
  if (specifier.startsWith("#platform/")) return `src/platform/${specifier.slice(10)}.ts`;
  if (specifier.startsWith("#client/")) return `src/client/${specifier.slice(8)}`;
  if (specifier.startsWith("#ui/")) return `src/ui/${specifier.slice(4).replace(/\?.*$/, "")}`;
  const named = (packageJson.imports as Record<string, string>)[specifier];
  if (named) return named.slice(2);
  return /^#[a-z]+$/.test(specifier) ? packageJson.imports["#*"].slice(2).replaceAll("*", specifier.slice(1)) : null;
}

type Edge = { from: SourceFile; to: string; typeOnly: boolean; specifier: string };
const edges: Edge[] = sources
  .filter((file) => !isTest(file.path))
  .flatMap((file) =>
    importsOf(file).flatMap(({ specifier, typeOnly }) => {
      const to = targetOf(file, specifier);
      return to ? [{ from: file, to, typeOnly, specifier }] : [];
    }),
  );
const show = (edge: Edge) => `${edge.from.path} → ${edge.specifier}`;
const offending = (wrong: (edge: Edge) => boolean) => edges.filter(wrong).map(show);
const isScreen = (path: string) =>
  /^src\/modules\/[a-z]+\/web\//.test(path) || path.startsWith("src/site/") || path.startsWith("src/operator/");

/** Each circle once, as the path that leads round it. */
function circlesOf(graphEdges: readonly { from: { path: string }; to: string }[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of graphEdges) graph.set(from.path, [...(graph.get(from.path) ?? []), to]);
  const circles: string[] = [];
  const state = new Map<string, "open" | "done">();
  const walk = (path: string, trail: string[]) => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    state.set(path, "open");
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of graph.keys()) walk(path, []);
  return circles;
}

describe("the law of imports", () => {
  it("has a door for every module of the published order, and only for those", () => {
    expect([...doorOf.values()].map((name) => name.slice(1)).sort()).toEqual([...MODULE_NAMES].sort());
  });

  it("crosses modules only through the door", () => {
    expect(
      offending(({ from, to }) => {
        const target = moduleOf(to);
        if (
          !target ||
          moduleOf(from.path) === target ||
          from.path === "src/server/wiring.ts" ||
          from.path === "src/routes.ts" ||
          // The app leads links by the site's own rule, which is pure; what is behind the door is the server's.
          (from.path === "mobile/src/deep-link.ts" && to === "src/modules/identity/return-target.ts") ||
          (from.path === "src/modules/order.ts" && to === `src/modules/${target}/module.ts`)
        )
          return false;
        if (isScreen(from.path) && isScreen(to)) return moduleOf(from.path) !== undefined;
        return !doorOf.has(to);
      }),
    ).toEqual([]);
  });

  it("points only to modules earlier in the order", () => {
    expect(
      offending(({ from, to }) => {
        const [own, other] = [moduleOf(from.path), moduleOf(to)];
        if (!own || !other || own === other) return false;
        return isScreen(from.path) ? false : rankOf(other) >= rankOf(own);
      }),
    ).toEqual([]);
  });

  it("keeps platform, ui and client below the modules", () => {
    expect(
      offending(({ from, to }) => from.path.startsWith("src/platform/") && !to.startsWith("src/platform/")),
    ).toEqual([]);
    expect(offending(({ from, to }) => from.path.startsWith("src/ui/") && !/^(?:src\/ui|brands)\//.test(to))).toEqual(
      [],
    );
    expect(
      offending(({ from, to }) => from.path.startsWith("src/client/") && !/^src\/(?:client|ui)\//.test(to)),
    ).toEqual([]);
  });

  it("keeps the design system from calling anything", () => {
    // What is missing in Spanish is reported before any viewer exists.
    const calls = within("src/ui").filter(
      (file) => file.path !== "src/ui/text.tsx" && /["'`]\/(?:api|landers|hooks)\//.test(file.code),
    );
    expect(calls.map((file) => file.path)).toEqual([]);
  });

  it("lets the server know no module: what one brings it declares, and what it is made of stands in the wiring", () => {
    // Commands and the played past are for what one module does.
    const isHost = (path: string) =>
      /^src\/(?:server\/(?!commands\/|demo\/|wiring\.ts$)|[^/]+$)/.test(path) &&
      !/^src\/(?:routes|services)\.ts$/.test(path);
    expect(
      offending(({ from, to }) => isHost(from.path) && moduleOf(to) !== undefined && to !== "src/modules/order.ts"),
    ).toEqual([]);
    // A page is under a brand: whose, every page asks.
    const named = new RegExp(`\\b(?:wired|services|doors)\\.(?!partners\\b)(${MODULE_NAMES.join("|")})\\b`, "g");
    const host = sources.filter(({ path }) => isHost(path) && !isTest(path));
    expect(host.length).toBeGreaterThan(30);
    expect(host.flatMap(({ path, code }) => [...code.matchAll(named)].map(([text]) => `${path}: ${text}`))).toEqual([]);
  });

  it("tells no module and nothing below them what all the settings are", () => {
    expect(
      offending(({ from, to }) => to === "src/settings.ts" && /^src\/(modules|platform|site|ui)\//.test(from.path)),
    ).toEqual([]);
  });

  it("gives screens only types from the doors", () => {
    expect(
      offending(({ from, to, typeOnly }) => isScreen(from.path) && to.endsWith(".server.ts") && !typeOnly),
    ).toEqual([]);
    expect(
      offending(({ from, to, typeOnly }) => isScreen(from.path) && to.startsWith("src/platform/") && !typeOnly),
    ).toEqual([]);
  });

  it("keeps the sandbox, the extension and the product apart", () => {
    expect(offending(({ from, to }) => from.path.startsWith("sandbox/") && !to.startsWith("sandbox/"))).toEqual([]);
    expect(offending(({ from, to }) => from.path.startsWith("src/") && to.startsWith("sandbox/"))).toEqual([]);
    expect(
      offending(
        ({ from, to, typeOnly }) => from.path.startsWith("extension/") && !to.startsWith("extension/") && !typeOnly,
      ),
    ).toEqual([]);
  });

  it("has no circle between files that are not only types", () => {
    expect(circlesOf(edges.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
  });

  it("lets nothing behind a door import it, not even a type", () => {
    // Calls, jobs, the operators' view and the declaration stand before the door: they serve it.
    const before = /^src\/modules\/[a-z]+\/(?:http(?:-[a-z-]+)?|jobs|module|operator(?:-[a-z-]+)?)\.ts$/;
    const own = ({ from, to }: Edge) => doorOf.has(to) && moduleOf(from.path) === moduleOf(to);
    expect(edges.filter((edge) => own(edge) && before.test(edge.from.path)).length).toBeGreaterThan(30);
    expect(offending((edge) => own(edge) && !before.test(edge.from.path) && !isScreen(edge.from.path))).toEqual([]);
  });

  it("writes no types of its own into doors: of what they make, and what screens may ask of that, alone", () => {
    const wrong = doors.flatMap((door) => {
      const text = sources.find(({ path }) => path === door)?.code ?? "";
      const made = [...text.matchAll(/^export type (\w+) = (?:Awaited<)?ReturnType<typeof create\w+>>?;/gm)].map(
        ([, name]) => name ?? "",
      );
      const asked = new RegExp(`^Pick<\\s*(?:${made.join("|")}),`);
      return [...text.matchAll(/^export type (\w+)(?:<[^=]*>)? =\s*([\s\S]*?);$/gm)]
        .filter(([, name = "", type = ""]) => !made.includes(name) && !asked.test(type))
        .map(([, name]) => `${door}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("has no circle at all in the product, not even of types", () => {
    const inside = edges.filter(({ from, to }) => from.path.startsWith("src/") && to.startsWith("src/"));
    expect(circlesOf(inside)).toEqual([]);
  });

  it("has no circle at all in the sandbox, not even of types", () => {
    const inside = edges.filter(({ from }) => from.path.startsWith("sandbox/"));
    expect(inside.length).toBeGreaterThan(300);
    expect(circlesOf(inside)).toEqual([]);
  });

  it("finds a circle where there is one", () => {
    const edge = (from: string, to: string) => ({ from: { path: from }, to });
    expect(circlesOf([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual(["b → c → b"]);
    expect(circlesOf([edge("a", "b"), edge("a", "c"), edge("b", "c")])).toEqual([]);
  });

  it("lets nothing shared in the sandbox know a provider, apart from the list of them", () => {
    const homes = sources
      .filter(({ path }) => path.startsWith("sandbox/") && path.endsWith("/provider.ts"))
      .map(({ path }) => `${dirname(path)}/`);
    expect(homes.length).toBeGreaterThan(10);
    const homeOf = (path: string) => homes.find((home) => path.startsWith(home));
    const list = "sandbox/providers.ts";
    expect(
      offending(({ from, to }) => Boolean(homeOf(to)) && !homeOf(from.path) && from.path !== list).concat(
        offending(({ from, to }) => to.endsWith("/provider.ts") && to.startsWith("sandbox/") && from.path !== list),
      ),
    ).toEqual([]);
    const listed = edges.filter(({ from }) => from.path === list).map(({ to }) => `${dirname(to)}/`);
    expect(homes.filter((home) => !listed.includes(home))).toEqual([]);
  });

  it("finds every file that is imported by path", () => {
    const known = new Set(sources.map((file) => file.path));
    expect(
      offending(({ to, specifier }) => /\.(ts|tsx|mjs)$/.test(to) && !known.has(to) && !specifier.includes("+types")),
    ).toEqual([]);
    expect(within("src").length).toBeGreaterThan(100);
  });
});
