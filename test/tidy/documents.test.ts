/** What the documents say is what the project does. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { SettingsError } from "../../src/platform/config.ts";
import { readConfig, SETTINGS, settingsTable } from "../../src/settings.ts";
import { paths, sources } from "./files.ts";

/** What people read in the product is no document of the repository: its links lead to pages. */
const documents = paths.filter((path) => path.endsWith(".md") && !path.startsWith("content/"));

const documentTexts = documents.map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("documents", () => {
  it("list every setting as the code reads it", () => {
    expect(readFileSync("README.md", "utf8")).toContain(settingsTable());
  });

  it("name only commands that exist", () => {
    const named = [...readFileSync("README.md", "utf8").matchAll(/`npm run ([a-z0-9:]+)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  it.each(documents)("%s links only to what is there", (path) => {
    const links = [...readFileSync(path, "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(links.filter((link) => !existsSync(normalize(join(dirname(path), link))))).toEqual([]);
  });
});

describe("the specification", () => {
  const headings = [...readFileSync("docs/specification.md", "utf8").matchAll(/^## (§\d|\w+)/gm)].map(
    (match) => match[1],
  );

  it("is cited only where docs/specification.md says what is cited", () => {
    const cited = [...sources.filter((file) => file.path !== "test/tidy/documents.test.ts"), ...documentTexts]
      .flatMap(({ path, text }) =>
        [...text.matchAll(/SPEC,? ((?:(?:, | and )?(?:§\d|"[A-Z]\w+"))+)/g)].map((match) => ({
          path,
          all: match[1] ?? "",
        })),
      )
      .flatMap(({ path, all }) => [...all.matchAll(/§\d|\w+(?=")/g)].map((match) => ({ path, name: match[0] })));
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ name }) => !headings.includes(name))).toEqual([]);
  });
});

describe("a module is one folder and the places that docs/new-module.md names", () => {
  /** Lines outside of its folder that name it, and those of the block that makes it. */
  const placesOf = (module: string) => {
    const name = new RegExp(`\\b${module}|${module.charAt(0).toUpperCase()}${module.slice(1)}`);
    const made = /^ {2}const (\w+) = (?:await )?create[\s\S]*?\);$/gm;
    const count = (path: string) => {
      const text = readFileSync(path, "utf8");
      const blocks = path === "src/server/wiring.ts" ? [...text.matchAll(made)] : [];
      // Where another is handed it, that is a line of the other's.
      const others = blocks.reduce((rest, [block]) => rest.replace(block, ""), text).split("\n");
      const own = blocks.filter(([, service]) => service === module).flatMap(([block]) => block.split("\n"));
      return others.filter((line) => name.test(line)).length + own.length;
    };
    return Object.fromEntries(
      ["package.json", "src/modules/order.ts", ...paths.filter((path) => /^src\/(?!modules\/)/.test(path))]
        .filter(
          (path) =>
            !path.startsWith("src/server/commands/") &&
            // The played past uses whatever it likes of all modules.
            !path.startsWith("src/server/demo/") &&
            !/\/test\/|\.test\.tsx?$/.test(path),
        )
        .map((path) => [path, count(path)] as const)
        .filter(([, lines]) => lines > 0),
    );
  };

  it("one that people meet in the console alone", () => {
    expect(placesOf("treasury")).toEqual({
      // The command that its operators have.
      "package.json": 1,
      "src/modules/order.ts": 2,
      "src/server/cli.ts": 1,
      "src/server/wiring.ts": 3,
    });
  });

  it("one with settings, screens and somebody outside whom it talks to", () => {
    expect(placesOf("shipments")).toEqual({
      // Its locks have a place in the order of those.
      "src/modules/order.ts": 3,
      // Its pages.
      "src/routes.ts": 2,
      "src/services.ts": 2,
      "src/server/wiring.ts": 3,
      // Screens of the site that show what is its own beside what is others'.
      "src/site/mobile/arriving.tsx": 5,
      "src/site/mobile/dashboard.tsx": 3,
      "src/site/protection/frame.tsx": 2,
    });
  });
});

describe("settings", () => {
  it("have words for each", () => {
    expect(SETTINGS.filter((setting) => setting.description === "")).toEqual([]);
  });

  it.each([
    [{ PORT: "abc" }, /PORT.*port of the web server/],
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL.*PostgreSQL/],
    [{ SANDBOX: "no" }, /SANDBOX.*off/],
    [{ SANDBOX: "off" }, /IMPACT_AUTH_TOKEN.*provider's own value[\s\S]*SECRET_KEY/],
  ])("%j stops the start with the name and what is expected", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(SettingsError);
    expect(() => readConfig(environment)).toThrow(message);
  });

  it("let who goes live without a provider say so, and ask nothing more of it", () => {
    const named = (environment: Record<string, string>) => {
      try {
        readConfig({ SANDBOX: "off", ...environment });
      } catch (error) {
        return [...(error as Error).message.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? "");
      }
      return [];
    };
    const all = named({});
    for (const [setting, prefix] of [
      ["GOOGLE_CLIENT_ID", "GOOGLE_"],
      ["APPLE_CLIENT_ID", "APPLE_"],
      ["FACEBOOK_APP_ID", "FACEBOOK_"],
      ["TWILIO_ACCOUNT_SID", "TWILIO_"],
    ] as const) {
      expect(all.some((name) => name.startsWith(prefix))).toBe(true);
      expect(named({ [setting]: "off" })).toEqual(all.filter((name) => !name.startsWith(prefix)));
    }
  });

  it("move all addresses of the sandbox with its port", () => {
    expect(readConfig({ SANDBOX_PORT: "4100" }).CJ_API_URL).toBe("http://127.0.0.1:4100/cj/commissions");
    expect(readConfig({ PORT: "4000" }).PUBLIC_URL).toBe("http://localhost:4000");
  });
});
