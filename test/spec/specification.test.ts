import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import routes from "../../src/routes.ts";
import { REDIRECTS } from "../../src/site/redirects.ts";
import { assertedIn } from "../support/asserted-texts.ts";
import { spanishFiles } from "../support/words.ts";
import { createWorld, type World } from "../support/world.ts";
import { sources, within } from "../tidy/files.ts";
import { PENDING_CALLS, PENDING_CONSTANTS, PENDING_SPANISH, PENDING_TEXTS } from "./pending.ts";
import { CALLS, CONSTANTS, PATHS, TEXTS } from "./specification.ts";

type Flat = { path: string; file: string };
const flatten = (entries: readonly RouteConfigEntry[]): Flat[] =>
  entries.flatMap((entry) =>
    entry.children?.length ? flatten(entry.children) : [{ path: entry.path ?? "", file: entry.file }],
  );
const flat = flatten(routes as RouteConfigEntry[]);

const source = within("src")
  .map((file) => file.text)
  .join("\n");

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe("paths", () => {
  it("are all in routes.ts, in the order of the specification, and nothing else is", () => {
    // One charge of billing has a page below it, one search finds everything, our promises are told, a privacy request is confirmed and withdrawn, a mailbox's provider leads back, the console is the operators', and `{product}` is the brand packs' slug.
    const beside = [
      "__kit",
      "*",
      "account/billing/:number",
      "account/rebates/share",
      "ccpa-privacy-rights/verify",
      "ccpa-privacy-rights/withdraw",
      "order-protection-link/:provider",
      "promises",
      "search",
      "tuppence",
    ];
    const ours = flat
      .map((route) => route.path)
      .filter((path) => !beside.includes(path) && !/^console(\/|$)/.test(path));
    expect(ours.filter((path) => !PATHS.includes(path))).toEqual([]);
    expect(PATHS.filter((path) => !ours.includes(path))).toEqual([]);
  });

  it("that are old have a place they lead to", () => {
    const old = flat.filter((route) => route.file === "site/redirect.tsx").map((route) => route.path);
    expect(old.toSorted()).toEqual(Object.keys(REDIRECTS).toSorted());
  });
});

it("is whole: a list that is lost or shortened proves nothing", () => {
  const lengths = [PATHS, CALLS, TEXTS, Object.keys(CONSTANTS)].map((list) => list.length);
  expect(lengths).toEqual([154, 23, 22, 25]);
});

it("what is not built yet is printed", () => {
  console.info(
    `\npending of the specification: ${PENDING_CALLS.length} of ${CALLS.length} calls, ${PENDING_TEXTS.length} of ${TEXTS.length} texts, ${PENDING_SPANISH.length} of them in Spanish, ${PENDING_CONSTANTS.length} of ${Object.keys(CONSTANTS).length} constants; all ${PATHS.length} paths are there`,
  );
});

describe("calls", () => {
  it.each(CALLS)("$method $path is there, or listed as pending", ({ method, path }) => {
    const built = world.app.hasRoute({ method, url: path });
    expect(built).toBe(!PENDING_CALLS.includes(`${method} ${path}`));
  });

  it("are described in the OpenAPI document, each with its reply", async () => {
    const response = await world.app.inject({ method: "GET", url: "/api/docs/openapi.json" });
    expect(response.statusCode).toBe(200);
    const described = response.json().paths as Record<string, Record<string, { responses?: object }>>;
    const missing = CALLS.filter(({ method, path }) => {
      if (PENDING_CALLS.includes(`${method} ${path}`)) return false;
      return !described[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.responses;
    });
    expect(missing).toEqual([]);
  });

  it("lists no pending call that the specification does not know", () => {
    expect(PENDING_CALLS.filter((call) => !CALLS.some(({ method, path }) => call === `${method} ${path}`))).toEqual([]);
  });
});

/** What stories, journeys and tests of modules assert: where a text is provoked, not where it stands. */
const asserted = new Set(
  sources
    .filter(({ path }) => /\.test\.tsx?$/.test(path) && !/^test\/(spec|tidy)\//.test(path))
    // Reading a syntax tree takes its time, and a file without any of the texts asserts none.
    .filter(({ text }) => TEXTS.some(({ en, es }) => text.includes(en) || (es !== null && text.includes(es))))
    .flatMap(({ path, text }) => assertedIn(path, text).map(({ value }) => value)),
);

describe("texts", () => {
  it.each(TEXTS)("«$en» is asserted by a test that brings it about, or listed as pending", ({ en }) => {
    expect(asserted.has(en)).toBe(!PENDING_TEXTS.includes(en));
  });

  it.each(TEXTS.filter(({ es }) => es !== null))(
    "«$es», the Spanish of «$en», is what readers get, and asserted by a test that brings it about, or listed as pending",
    ({ en, es }) => {
      const files = spanishFiles.flatMap(({ texts }) => texts[en] ?? []);
      expect(new Set(files), "on screens").toEqual(new Set(files.length ? [es] : []));
      expect(files.length > 0 || source.includes(es ?? ""), "in calls").toBe(true);
      expect(asserted.has(es ?? "")).toBe(!PENDING_SPANISH.includes(en));
    },
  );
});
