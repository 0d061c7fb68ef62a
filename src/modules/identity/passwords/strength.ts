/**
 * Whether a password may be used: long enough, not what people try first, not made of the member's own name or address,
 * and not in a list of leaked ones. The shipped list is the common passwords of zxcvbn; with a k-anonymous range service
 * configured, its hundreds of millions are asked for too, five characters of the hash at a time.
 */
import { createHash } from "node:crypto";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";
import type { Log } from "#platform/log";
import { send } from "#platform/outgoing";
import { PASSWORD_MINIMUM } from "../messages.ts";

export type PasswordFault = "password_short" | "password_long" | "password_weak" | "password_leaked";

/** Longer ones are refused instead of cut, so that nobody believes in characters that do not count. */
export const MAX_PASSWORD = 200;
/** zxcvbn's grades run from 0 to 4; 2 withstands an online attack for good. */
const MIN_GRADE = 2;
/** The cost of grading grows with length; past this, length alone is strength enough. */
const MAX_GRADE = 64;

const grader = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});
const shipped = new Set<string>(common.dictionary["passwords-common"] as string[]);

/** The grade and the lists that need no network. `own` are words an attacker would try first for this person. */
export function findPasswordFault(password: string, own: readonly string[]): PasswordFault | null {
  const length = [...password].length;
  if (length < PASSWORD_MINIMUM) return "password_short";
  if (length > MAX_PASSWORD) return "password_long";
  if (shipped.has(password) || shipped.has(password.toLowerCase())) return "password_leaked";
  const words = own
    .flatMap((text) => {
      const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      return [text.toLowerCase(), text.toLowerCase().split("@")[0] ?? "", parts.join(""), ...parts];
    })
    .filter((word) => word.length > 2);
  return grader.check(password.slice(0, MAX_GRADE), words).score < MIN_GRADE ? "password_weak" : null;
}

/** True when the service knows the password. A service that is away stops nobody: the shipped list was asked already. */
export async function isLeaked(password: string, serviceUrl: string, log: Log): Promise<boolean> {
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const answer = await send({
      url: `${serviceUrl.replace(/\/$/, "")}/range/${hash.slice(0, 5)}`,
      headers: { "add-padding": "true" },
      timeout_ms: 2_000,
    });
    const rest = hash.slice(5);
    return (await answer.text()).split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(":");
      // Padding lines have the count 0.
      return suffix?.toUpperCase() === rest && Number(count) > 0;
    });
  } catch (error) {
    log.warn({ err: error }, "the service of leaked passwords did not answer; the shipped list was used");
    return false;
  }
}
