/** Why a pack was refused, as operators read it. */
import type { ActRefusal } from "#platform/operator";
import { type Outcome, type Refusal, refused } from "#platform/outcome";
import type { PackRefusal } from "./packs.ts";

export const WHY: Record<Exclude<PackRefusal, "unknown" | "pack_wrong">, string> = {
  name_wrong: "A partner's name is 2 to 30 lower-case letters and figures, and begins with a letter.",
  from_wrong: "Tell a moment between now and a year from now, such as 2026-12-01 14:00; it is read as UTC.",
  changed_meanwhile: "Somebody changed it meanwhile: load the page again, and look at what it says now.",
  passed_by: "Another pack of this partner was published since this draft was begun: begin anew from what holds now.",
  not_now: "It is past that: what was published is taken back, and what is over is written anew.",
};
export const answer = ({ code, detail }: Refusal<PackRefusal>): Outcome<string, ActRefusal> =>
  code === "unknown"
    ? refused("unknown")
    : refused("not_possible", {
        why: code === "pack_wrong" ? `${detail?.why ?? ""}.`.replace(/\.\.$/, ".") : WHY[code],
      });
