/** Operators write answers once: added, changed, retired. What was sent keeps its words. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { type CannedRefusal, readCanned } from "./canned-rules.ts";
import { insertCanned, readCannedAnswer, readCannedAnswers, retireCanned, updateCanned } from "./canned-store.ts";

type Written = { code: string; en: string; es: string; by: string };

export function createCanned({ database: { db }, clock }: { database: DatabaseHandle; clock: Clock }) {
  async function write(given: Written, how: "add" | "change"): Promise<Outcome<string, CannedRefusal>> {
    const read = readCanned(given);
    if (!read.ok) return read;
    const row = { ...read.value, by: given.by.slice(0, 100), at: clock.now() };
    if (how === "change") return (await updateCanned(db, row)) ? done(row.code) : refused("unknown_canned");
    return (await insertCanned(db, row)) ? done(row.code) : refused("code_taken");
  }
  return {
    add: (given: Written) => write(given, "add"),
    change: (given: Written) => write(given, "change"),
    retire: async (code: string): Promise<Outcome<string, CannedRefusal>> =>
      (await retireCanned(db, code, clock.now())) ? done(code) : refused("unknown_canned"),
    list: () => readCannedAnswers(db),
    read: (code: string) => readCannedAnswer(db, code),
  };
}
