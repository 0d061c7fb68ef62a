/** What every verb of chats is given. */
import type { Notifications } from "#notifications";
import type { Brand, Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import { done, type Outcome, refused } from "#platform/outcome";
import type { MailNames } from "../mail/mail-names.ts";
import type { HelpRefusal } from "../messages.ts";
import type { HelpSettings } from "../settings.ts";
import type { VerdictLinks } from "../verdict-links.ts";
import { MAX_CHAT_CHARACTERS } from "./chat-rules.ts";
import { isOpenAt } from "./hours.ts";
import { type ChatHub, DESK } from "./hub.ts";

export type ChatContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: HelpSettings;
  /** The operator's, of which a visitor's key and their codes are made. */
  secret: string;
  limits: Limits;
  notifications: Pick<Notifications, "queue">;
  partners: Pick<Partners, "named">;
  hub: ChatHub;
  links: VerdictLinks;
  names: MailNames;
  hrefOf(fileId: string): string;
  pathOf(fileId: string): string;
};

/** Whose chat it is: a member's, or that of a visitor with the key to one. */
export type ChatWriter = { user_id: string } | { guest_of: string };

export const isWriter = (message: { message_id: string; user_id: string | null }, who: ChatWriter): boolean =>
  "user_id" in who ? message.user_id === who.user_id : message.user_id === null && message.message_id === who.guest_of;

export const checkWords = (typed: string): Outcome<string, HelpRefusal> => {
  const words = typed.toWellFormed().trim();
  if (words === "") return refused("message_missing");
  return words.length > MAX_CHAT_CHARACTERS ? refused("chat_words_long") : done(words);
};

/** Whether somebody answers now: it is their time, and somebody is at the desk. */
export const isSomebodyThere = ({ hub, clock }: Pick<ChatContext, "hub" | "clock">, brand: Brand): boolean =>
  isOpenAt(brand.chat, brand.zone, clock.now()) && hub.isHere(DESK);
