/**
 * Entering the free monthly draw (decision 0014): an address, the neutral question of age, and the press in the mail.
 * Nothing is bought, and buying does not help.
 */

import type { Brand } from "#partners";
import { civilDate } from "#platform/clock";
import { newId, newSecret, sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { LandingContext } from "../context.ts";
import { drawConfirm } from "../letters.ts";
import { LIMITS } from "../limits.ts";
import type { LandingRefusal } from "../messages.ts";
import { isAdult, mailboxOf, readBirth } from "../rules.ts";
import { confirmEntry, countEntries, type EntryRow, findDrawnMonths, findEntry, keepEntry } from "./draw-store.ts";
import { drawsOn, entriesUntil, monthOf } from "./rules.ts";

const SECRET_CHARACTERS = 40;
/** `networkOf` and the limits are those of accounts: a stranger's address costs a mail. */
export type EntryForm = { email: string; month: string; year: string; country: string; address: string };
export type DrawView = {
  today: string;
  /** Null where the brand has no draw. */
  running: {
    prize_minor: string;
    winners: number;
    month: string;
    entries: number;
    until: string;
    drawn_on: string;
  } | null;
  past: { month: string; entries: number; prize_minor: string; drawn_on: string }[];
};

export async function readDraw(context: LandingContext, brand: Brand): Promise<DrawView> {
  const { db } = context.database;
  const month = monthOf(context.clock.now());
  const past = await findDrawnMonths(db, brand.partner_name, 12);
  return {
    today: civilDate(context.clock.now()),
    running: brand.sweepstakes && {
      prize_minor: String(brand.sweepstakes.prize_minor),
      winners: brand.sweepstakes.winners,
      month,
      entries: await countEntries(db, brand.partner_name, month),
      until: entriesUntil(month),
      drawn_on: drawsOn(month),
    },
    past: past.map((one) => ({
      month: one.month,
      entries: one.entries,
      prize_minor: one.prize_minor.toString(),
      drawn_on: civilDate(one.drawn_at),
    })),
  };
}

/** The answer is the same whether the mailbox has entered before or not. */
export async function enterDraw(
  context: LandingContext,
  brand: Brand,
  language: "en" | "es",
  form: EntryForm,
): Promise<Outcome<null, LandingRefusal>> {
  const now = context.clock.now();
  if (!brand.sweepstakes) return refused("no_draw");
  const email = form.email.trim().toLowerCase();
  if (!context.identity.isEmail(email)) return refused("email_invalid");
  const birth = readBirth(form.month, form.year, now);
  if (!birth) return refused("birth_date_missing");
  if (!brand.offer.countries.includes(form.country))
    return refused(form.country === "" ? "country_missing" : "not_available_here");
  if (!isAdult(birth, now)) return refused("under_age");
  const wait = await context.limits.takeAll([
    [LIMITS.draw_network, networkOf(form.address)],
    [LIMITS.draw_mailbox, mailboxOf(email)],
  ]);
  if (wait) return refused("too_many_requests", wait);
  const month = monthOf(now);
  const secret = newSecret(SECRET_CHARACTERS);
  await context.database.transaction(async (tx) => {
    const entry_id = await keepEntry(tx, {
      entry_id: newId("entry"),
      brand: brand.partner_name,
      month,
      email,
      mailbox_hash: sha256(`draw:${mailboxOf(email)}`),
      token_hash: sha256(secret),
      language,
      at: now,
    });
    if (!entry_id) return;
    await context.notifications.queue(tx, {
      cause: `draw:${entry_id}:${sha256(secret).toString("hex").slice(0, 16)}`,
      recipient: { user_id: null, email, name: "", language, partner: brand.partner_name },
      letter: drawConfirm({
        amount_minor: String(brand.sweepstakes?.prize_minor ?? 0),
        link: `${context.settings.PUBLIC_URL}/sweepstakes/verify?t=${secret}${language === "es" ? "&lang=es" : ""}`,
        until: `${entriesUntil(month)}T12:00:00.000Z`,
        given: false,
      }),
    });
  });
  return done(null);
}

export type EntryState = { state: "waiting" | "confirmed" | "late"; month: string; drawn_on: string };

const stateOf = (entry: EntryRow, month: string): EntryState => ({
  state: entry.confirmed_at ? "confirmed" : entry.month === month ? "waiting" : "late",
  month: entry.month,
  drawn_on: drawsOn(entry.month),
});
const tokenHash = (token: string): Buffer | null => (/^[0-9A-Za-z]{40}$/.test(token) ? sha256(token) : null);

/** What a mail's link is about, without confirming: programs that only look at links confirm nothing. */
export async function readEntry(context: LandingContext, token: string): Promise<EntryState | null> {
  const hash = tokenHash(token);
  const entry = hash && (await findEntry(context.database.db, hash));
  return entry ? stateOf(entry, monthOf(context.clock.now())) : null;
}

export async function confirmDrawEntry(context: LandingContext, token: string): Promise<EntryState | null> {
  const hash = tokenHash(token);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const entry = hash && (await findEntry(tx, hash));
    if (!entry) return null;
    const before = stateOf(entry, monthOf(now));
    if (before.state !== "waiting") return before;
    await confirmEntry(tx, entry.entry_id, now);
    return { ...before, state: "confirmed" };
  });
}
