import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes minutes begins first: begun last, it is what all wait for. */
const LONG = [
  ...["crash", "crash-again", "membership-random", "attacks-processor", "attacks-rewards"],
  ...[
    "landing",
    "landing-marks",
    "landing-trouble",
    "lighthouse",
    "extension",
    "pages-public",
    "pages-member",
    "console-pages",
    "console-catalog",
  ],
  ...["hand-overs", "signed-statement", "phone", "links", "privacy"],
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const shared = {
  environment: "node" as const,
  // Files of one worker share what they import: reading the product anew for each was half of all work. Nothing keeps state in a
  // module, and what replaces one puts it back (`vi.resetModules`).
  isolate: false,
  setupFiles: ["test/support/same-draws.ts"],
  // With the usual sixteen a sixth of the work was collecting what lives for a moment; more than this gains nothing.
  execArgv: ["--max-semi-space-size=32"],
  // What passes waits for nothing, so that patience costs only what fails: enough for a machine that is slow and busy.
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** As Node runs the product, without Vite between. What leads to JSX, or replaces modules, needs Vite. */
const asNode = { experimental: { viteModuleRunner: false } };
const THROUGH_VITE = [
  "src/**/*.test.tsx",
  "src/server/test/{settings,pages,page-*}.test.ts",
  "src/modules/catalog/test/{price-history,currencies}.test.ts",
];

export default defineConfig({
  test: {
    // Two cores, and a story waits for PostgreSQL and the outside world about a third of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // What no import leads to: with `--changed` these make every test run.
    forceRerunTriggers: [
      "**/package.json",
      "**/vitest.config.*",
      "**/migrations/*.sql",
      "**/brands/**",
      "**/sandbox/data/**",
    ],
    projects: [
      { test: { ...shared, ...asNode, name: "tidy", include: ["test/tidy/**/*.test.ts"] } },
      { test: { ...shared, name: "spec", include: ["test/spec/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          ...asNode,
          name: "unit",
          include: [
            "src/**/*.test.ts",
            "sandbox/**/*.test.ts",
            "extension/test/**/*.test.ts",
            "mobile/test/**/*.test.ts",
            "test/pictures/**/*.test.ts",
          ],
          exclude: THROUGH_VITE,
        },
      },
      { test: { ...shared, name: "vite", include: THROUGH_VITE } },
      { test: { ...shared, ...asNode, name: "scenarios", include: ["test/scenarios/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          ...asNode,
          name: "soak",
          include: ["test/soak/**/*.test.ts"],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          ...asNode,
          name: "firefox",
          include: ["test/firefox/**/*.test.ts"],
          // One window of it at a time: what is watched are its tabs.
          maxWorkers: 1,
          testTimeout: 1_200_000,
        },
      },
      {
        test: {
          ...shared,
          ...asNode,
          name: "e2e",
          // React as it is served: its warnings are the unit tests' matter, and cost a tenth of a journey's own time.
          env: { NODE_ENV: "production" },
          include: ["test/e2e/**/*.test.ts"],
          // A journey waits for its browser a third of the time, and the shorter ones for their timers besides.
          maxWorkers: 4,
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
