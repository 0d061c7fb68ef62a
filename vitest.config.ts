import { defineConfig } from "vitest/config";

const shared = {
  environment: "node" as const,
  // Files of one worker share what they import: reading the product anew for each was half of all work. Nothing keeps state in a
  // module, and what replaces one puts it back (`vi.resetModules`).
  isolate: false,
  setupFiles: ["test/support/same-draws.ts"],
  // What passes waits for nothing, so that patience costs only what fails: enough for a machine that is slow and busy.
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    // Two cores, and a story waits for PostgreSQL and the outside world about a third of its time.
    maxWorkers: 3,
    // What no import leads to: with `--changed` these make every test run.
    forceRerunTriggers: [
      "**/package.json",
      "**/vitest.config.*",
      "**/migrations/*.sql",
      "**/brands/**",
      "**/sandbox/data/**",
    ],
    projects: [
      { test: { ...shared, name: "tidy", include: ["test/tidy/**/*.test.ts"] } },
      { test: { ...shared, name: "spec", include: ["test/spec/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "unit",
          include: ["src/**/*.test.ts", "src/**/*.test.tsx", "sandbox/**/*.test.ts", "extension/test/**/*.test.ts"],
        },
      },
      { test: { ...shared, name: "scenarios", include: ["test/scenarios/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "soak",
          include: ["test/soak/**/*.test.ts"],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["test/e2e/lighthouse.test.ts"],
          // A journey waits for its browser a third of the time; more of them on two cores only wait for each other.
          maxWorkers: 3,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          name: "lighthouse",
          include: ["test/e2e/lighthouse.test.ts"],
          testTimeout: 900_000,
          hookTimeout: 600_000,
          // After all journeys: nothing may run beside what it looks at.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
