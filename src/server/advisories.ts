/**
 * Known weaknesses of what production depends on. The registry is asked (`npm audit`, report version 2); where it refuses or
 * is away, `docs/advisories.json` says what was looked at and when, and is compared with the lock file.
 */
import { z } from "zod";

const day = z.iso.date();
const id = z.string().regex(/^(GHSA(-[23456789cfghjmpqrvwx]{4}){3}|CVE-\d{4}-\d{4,})$/);
const version = z.string().regex(/^\d+\.\d+\.\d+$/);
const severity = z.enum(["info", "low", "moderate", "high", "critical"]);

export const advisoryFile = z.strictObject({
  looked_at: day,
  how: z.string().min(1),
  advisories: z.array(
    z.strictObject({
      id,
      package: z.string().min(1),
      severity,
      about: z.string().min(1),
      /** From the first version on, up to and without the one that is mended; `null` while none is. */
      affected: z.array(z.strictObject({ since: version, mended: version.nullable() })).min(1),
    }),
  ),
  accepted: z.array(z.strictObject({ id, reason: z.string().min(1), until: day })),
});
export type AdvisoryFile = z.infer<typeof advisoryFile>;

const auditReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(z.union([z.string(), z.object({ name: z.string(), title: z.string(), url: z.string(), severity })])),
    }),
  ),
});

type Found = { id: string; package: string; severity: z.infer<typeof severity>; about: string };
export type Verdict = { failures: string[]; warnings: string[] };

/** What the file may be old, in days, before it is told. */
const OLD_DAYS = 60;

const numbers = (text: string) => text.split(/[-+]/)[0]?.split(".").map(Number) ?? [];
function isBefore(one: string, other: string): boolean {
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((part, place) => part !== right[place]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean }> };

/** Versions of each package that production installs, also those inside of others. */
function installed(lock: Lock): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, { version: at, dev }] of Object.entries(lock.packages)) {
    const name = path.split("node_modules/").at(-1);
    if (name && at && !dev) found.set(name, [...(found.get(name) ?? []), at]);
  }
  return found;
}

const fromFile = (file: AdvisoryFile, lock: Lock): Found[] => {
  const versions = installed(lock);
  return file.advisories.filter((one) =>
    (versions.get(one.package) ?? []).some((at) =>
      one.affected.some(({ since, mended }) => !isBefore(at, since) && (mended === null || isBefore(at, mended))),
    ),
  );
};

/** Null when the answer is no report: refused, away, or something else. */
function fromRegistry(answer: string): Found[] | null {
  let report: unknown;
  try {
    report = JSON.parse(answer);
  } catch {
    return null;
  }
  const read = auditReport.safeParse(report);
  if (!read.success) return null;
  return Object.values(read.data.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== "string")
    .map((one) => ({
      id: one.url.split("/").at(-1) ?? "",
      package: one.name,
      severity: one.severity,
      about: one.title,
    }));
}

/** `today`: `2027-03-10`. Time alone only ever warns: what was green stays green. */
export function judgeAdvisories(input: { answer: string; file: AdvisoryFile; lock: Lock; today: string }): Verdict {
  const { file, today } = input;
  const told = fromRegistry(input.answer);
  const warnings: string[] = [];
  const age = Math.floor((Date.parse(today) - Date.parse(file.looked_at)) / 86_400_000);
  if (told === null && age > OLD_DAYS)
    warnings.push(`the registry does not tell advisories, and docs/advisories.json is ${age} days old: look again`);
  const failures: string[] = [];
  for (const one of told ?? fromFile(file, input.lock)) {
    if (one.severity !== "high" && one.severity !== "critical") continue;
    const line = `${one.id} (${one.severity}) in ${one.package}: ${one.about}`;
    const accepted = file.accepted.find(({ id: known }) => known === one.id);
    if (!accepted) failures.push(line);
    else if (accepted.until < today) warnings.push(`${line}; was accepted until ${accepted.until}: ${accepted.reason}`);
  }
  return { failures: [...new Set(failures)], warnings: [...new Set(warnings)] };
}
