/** What is decided about a mail that somebody wrote to us, without database and clock. */
import EmailReplyParser from "email-reply-parser";
import { MAX_MESSAGE_CHARACTERS } from "../messages.ts";
import { LOOP_HEADER } from "./mail-names.ts";

type Headers = ReadonlyMap<string, string>;

/** Machines answer nobody: what one sent is not read, or two of them would write to each other for ever. Null for a person's. */
export function whyUnread(headers: Headers, returnPath: string | null): string | null {
  if ((headers.get("auto-submitted") ?? "no").trim().toLowerCase().split(";")[0] !== "no") return "sent by a machine";
  if (returnPath !== null && returnPath.replace(/[<>\s]/g, "") === "") return "nobody is named who sent it";
  if (headers.has(LOOP_HEADER.toLowerCase())) return "it is one of ours";
  if (headers.has("x-autoreply") || headers.has("x-autorespond")) return "sent by a machine";
  if (/^(bulk|list|junk|auto_reply)$/i.test(headers.get("precedence")?.trim() ?? "")) return "sent to many";
  return headers.has("list-id") ? "sent to many" : null;
}

const NAMES = /<[^<>\s]{3,300}>/g;

/** Names of mails that this one answers: the one it answers first, then the last of those before. Never its subject. */
export function answeredNames(headers: Headers): string[] {
  const answered = headers.get("in-reply-to")?.slice(0, 2_000).match(NAMES)?.slice(0, 1) ?? [];
  const before = headers.get("references")?.slice(-8_000).match(NAMES)?.toReversed().slice(0, 20) ?? [];
  return [...answered, ...before];
}

/** As much of a mail as is looked at: an answer stands above what it quotes. */
const MAX_READ = 20_000;
const MAX_LINE = 1_000;

/** What its writer wrote, without what they quote and their signature; the whole where nothing else is left. */
export function ownWords(text: string): string {
  const read = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .split(/\r?\n/)
    .map((line) => line.slice(0, MAX_LINE))
    .join("\n");
  const own = new EmailReplyParser().read(read).getVisibleText().trim();
  return (own === "" ? read.trim() : own).slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed();
}
