/**
 * Whether a password may be used: long enough, not what people try first, not made of the member's own name or address,
 * and not in a list of leaked ones. The shipped list is the common passwords of zxcvbn; with a k-anonymous range service
 * configured, its hundreds of millions are asked for too, five characters of the hash at a time.
 */
import { createHash } from "node:crypto";
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

type Lists = { shipped: ReadonlySet<string>; grade(password: string, words: string[]): number };
let lists: Promise<Lists> | undefined;

/** Read when the first password is chosen: a server that starts has other things to do. */
async function readLists(): Promise<Lists> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const grader = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return {
    shipped: new Set<string>(common.dictionary["passwords-common"] as string[]),
    grade: (password, words) => grader.check(password, words).score,
  };
}

/** The grade and the lists that need no network. `own` are words an attacker would try first for this person. */
export async function findPasswordFault(password: string, own: readonly string[]): Promise<PasswordFault | null> {
  const length = [...password].length;
  if (length < PASSWORD_MINIMUM) return "password_short";
  if (length > MAX_PASSWORD) return "password_long";
  lists ??= readLists();
  const { shipped, grade } = await lists.catch((error) => {
    // The next password tries again.
    lists = undefined;
    throw error;
  });
  if (shipped.has(password) || shipped.has(password.toLowerCase())) return "password_leaked";
  const words = own
    .flatMap((text) => {
      const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      return [text.toLowerCase(), text.toLowerCase().split("@")[0] ?? "", parts.join(""), ...parts];
    })
    .filter((word) => word.length > 2);
  return grade(password.slice(0, MAX_GRADE), words) < MIN_GRADE ? "password_weak" : null;
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
