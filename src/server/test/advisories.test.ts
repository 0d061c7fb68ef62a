import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type AdvisoryFile, advisoryFile, judgeAdvisories } from "../advisories.ts";

const lock = {
  packages: {
    "": { version: "0.1.0" },
    "node_modules/fastify": { version: "5.3.0" },
    "node_modules/other/node_modules/fastify": { version: "4.0.0" },
    "node_modules/builder": { version: "1.0.0", dev: true },
  },
};
const weakness = (more: object = {}) => ({
  id: "GHSA-mg2h-6x62-wpwc",
  package: "fastify",
  severity: "high" as const,
  about: "passes validation",
  affected: [{ since: "5.0.0", mended: "5.3.2" }],
  ...more,
});
const file = (more: Partial<AdvisoryFile> = {}): AdvisoryFile => ({
  looked_at: "2027-03-01",
  how: "by hand",
  advisories: [weakness()],
  accepted: [],
  ...more,
});
const judge = (more: Partial<Parameters<typeof judgeAdvisories>[0]> = {}) =>
  judgeAdvisories({ answer: "", file: file(), lock, today: "2027-03-10", ...more });
const accepted = [{ id: "GHSA-mg2h-6x62-wpwc", reason: "we validate ourselves", until: "2027-04-01" }];

/** As `npm audit --json` writes it (docs.npmjs.com/cli/commands/npm-audit, report version 2). */
const report = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      dependant: { name: "dependant", severity, via: ["fastify"] },
      fastify: {
        name: "fastify",
        severity,
        via: [
          {
            source: 1104071,
            name: "fastify",
            dependency: "fastify",
            title: "Body validation is passed",
            url: "https://github.com/advisories/GHSA-mg2h-6x62-wpwc",
            severity,
            range: ">=5.0.0 <=5.3.0",
          },
        ],
      },
    },
  });
const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} });
const refused = JSON.stringify({ message: "405 Method Not Allowed", statusCode: 405 });

it("believes the registry where it answers", () => {
  expect(judge({ answer: report("high") }).failures).toEqual([
    "GHSA-mg2h-6x62-wpwc (high) in fastify: Body validation is passed",
  ]);
  expect(judge({ answer: report("moderate") })).toEqual({ failures: [], warnings: [] });
  expect(judge({ answer: clean })).toEqual({ failures: [], warnings: [] });
});

it.each([
  ["nothing", ""],
  ["a refusal", refused],
  ["a page", "<html>"],
])("looks into the file when the registry says %s", (_name, answer) => {
  expect(judge({ answer }).failures).toEqual(["GHSA-mg2h-6x62-wpwc (high) in fastify: passes validation"]);
});

it("lets pass what does not concern us: versions before and after, what only builds, what is less grave", () => {
  for (const affected of [[{ since: "5.3.1", mended: null }], [{ since: "1.0.0", mended: "4.0.0" }]])
    expect(judge({ file: file({ advisories: [weakness({ affected })] }) }).failures).toEqual([]);
  expect(
    judge({ file: file({ advisories: [weakness({ affected: [{ since: "5.3.0", mended: null }] })] }) }).failures,
  ).toHaveLength(1);
  expect(
    judge({ file: file({ advisories: [weakness({ affected: [{ since: "3.9.10", mended: "4.0.1" }] })] }) }).failures,
  ).toHaveLength(1);
  for (const more of [{ severity: "moderate" as const }, { package: "builder" }])
    expect(
      judge({ file: file({ advisories: [weakness({ ...more, affected: [{ since: "0.0.0", mended: null }] })] }) })
        .failures,
    ).toEqual([]);
});

it("takes what was accepted, with its reason, and only warns when time goes by", () => {
  expect(judge({ file: file({ accepted }) })).toEqual({ failures: [], warnings: [] });
  const late = judge({ file: file({ accepted }), today: "2027-06-01" });
  expect(late.failures).toEqual([]);
  expect(late.warnings).toEqual([
    expect.stringContaining("92 days old"),
    expect.stringContaining("was accepted until 2027-04-01"),
  ]);
  expect(judge({ answer: clean, file: file({ advisories: [] }), today: "2028-06-01" }).warnings).toEqual([]);
});

it("finds nothing grave in what this project installs", () => {
  const own = advisoryFile.parse(JSON.parse(readFileSync("docs/advisories.json", "utf8")));
  const installed = JSON.parse(readFileSync("package-lock.json", "utf8"));
  expect(judgeAdvisories({ answer: "", file: own, lock: installed, today: own.looked_at }).failures).toEqual([]);
  for (const { package: name } of own.advisories)
    expect(Object.keys(installed.packages)).toContain(`node_modules/${name}`);
});
