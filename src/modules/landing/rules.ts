/** Rules of the landing flow: pure. Which step comes first, what the wheel gives, who may join. */
import { FIRST_ORDER_CLAIM_DAYS, MINIMUM_AGE_YEARS } from "./messages.ts";

export const STEPS = ["spin", "questions", "check", "account", "payment"] as const;
export type StepNumber = 1 | 2 | 3 | 4 | 5;
export const ENTRIES = ["spt", "splandamz", "spinv"] as const;
export type Entry = (typeof ENTRIES)[number];

/** SPEC §2: shopping frequency, online versus in store, how cash back will be used. */
export const QUESTIONS = [
  { name: "frequency", answers: ["weekly", "often", "monthly", "rarely"] },
  { name: "place", answers: ["online", "more_online", "more_store", "store"] },
  { name: "use", answers: ["save", "bills", "treat", "gifts"] },
] as const;
export type QuestionName = (typeof QUESTIONS)[number]["name"];
/** An answer, or null where the question was skipped. */
export type Answers = Partial<Record<QuestionName, string | null>>;

export const BONUS_TRANSITIONS = {
  pending: ["confirmed", "reversed"],
  confirmed: ["reversed"],
  reversed: ["confirmed"],
} as const satisfies Record<string, readonly string[]>;
export type BonusState = keyof typeof BONUS_TRANSITIONS;
/** `lapsed`: nobody claimed the prize in time. */
export const WINNER_TRANSITIONS = { open: ["given", "lapsed"], given: [], lapsed: [] } as const;
export type BonusReason = "membership_ended" | "payment_returned" | "one_a_person";
export type BonusStanding = { state: BonusState; reason_code: BonusReason | null };

/**
 * What a bonus is, given how its membership went on: earned by a first full month that was paid, gone when the membership
 * ended before or that month went back; it comes again only when the bank decides for us. `other` stands already: one a person.
 */
export function bonusStanding(
  before: BonusStanding,
  facts: { paid: boolean; returned: boolean; runs: boolean; ended: boolean; other: boolean },
): BonusStanding {
  if (before.state === "confirmed")
    return !facts.paid && facts.returned ? { state: "reversed", reason_code: "payment_returned" } : before;
  const open = before.state === "pending" || before.reason_code === "payment_returned";
  if (facts.paid && open && !facts.other) return { state: "confirmed", reason_code: null };
  if (before.state === "pending" && !facts.paid && !facts.runs && facts.ended)
    return { state: "reversed", reason_code: facts.returned ? "payment_returned" : "membership_ended" };
  return before;
}

/** The first question without an answer; null when all have one or were skipped. */
export function firstOpenQuestion(answers: Answers): number | null {
  const at = QUESTIONS.findIndex(({ name }) => answers[name] === undefined);
  return at < 0 ? null : at + 1;
}

export type Progress = {
  spun: boolean;
  answers: Answers;
  adult: boolean;
  /** Whether every check of step 3 but the age says yes now. */
  eligible: boolean;
  /** Signed in as the account that this visit belongs to. */
  registered: boolean;
};

/** A step opened before the earlier ones are done goes back to this one (SPEC "Routes"). */
export function firstUndone(progress: Progress): StepNumber {
  if (!progress.spun) return 1;
  if (firstOpenQuestion(progress.answers) !== null) return 2;
  if (!progress.adult || !progress.eligible) return 3;
  return progress.registered ? 5 : 4;
}

export type Prize = { amount_minor: number; weight: number };
/** A whole number from 0 up to, not including, `below`; every one as likely as another. */
export type Random = (below: number) => number;

export const totalWeight = (prizes: readonly Prize[]): number => prizes.reduce((sum, prize) => sum + prize.weight, 0);

/** The place of the prize that was drawn: by weight, and nothing else. */
export function drawPrize(prizes: readonly Prize[], random: Random): number {
  let left = random(totalWeight(prizes));
  return prizes.findIndex((prize) => {
    left -= prize.weight;
    return left < 0;
  });
}

/**
 * Only month and year are asked, so somebody born in this month eighteen years ago may still be seventeen: the month must
 * be over.
 */
export function isAdult(birth: { year: number; month: number }, today: Date): boolean {
  const months = (today.getUTCFullYear() - birth.year) * 12 + (today.getUTCMonth() + 1 - birth.month);
  return months > MINIMUM_AGE_YEARS * 12;
}

/** Month and year as they were typed; null when no living person was born then. */
export function readBirth(month: string, year: string, today: Date): { month: number; year: number } | null {
  if (!/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return null;
  const birth = { month: Number(month), year: Number(year) };
  const thisYear = today.getUTCFullYear();
  if (birth.month < 1 || birth.month > 12 || birth.year > thisYear || birth.year < thisYear - 120) return null;
  return birth;
}

/** The mailbox behind an address, however it is written: one person has one spin. */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const plain = local.split("+")[0] ?? "";
  const google = domain === "gmail.com" || domain === "googlemail.com";
  return google ? `${plain.replaceAll(".", "")}@gmail.com` : `${plain}@${domain}`;
}

export const claimEnds = (memberSince: Date): Date =>
  new Date(memberSince.getTime() + FIRST_ORDER_CLAIM_DAYS * 86_400_000);

export type CheckName = "country" | "member" | "open" | "age";
/** `ask`: not known yet, the page asks for it. */
export type CheckResult = "yes" | "no" | "ask";
export type Check = { name: CheckName; result: CheckResult };

/** The real checks of step 3, each with its result, in the order in which they are shown. */
export function checkAll(facts: {
  country: string | null;
  countries: readonly string[];
  /** Already a paying member. */
  subscribed: boolean;
  open_until: string | null;
  today: string;
  adult: boolean;
}): Check[] {
  const { country } = facts;
  return [
    { name: "country", result: country === null ? "ask" : facts.countries.includes(country) ? "yes" : "no" },
    { name: "member", result: facts.subscribed ? "no" : "yes" },
    { name: "open", result: facts.open_until === null || facts.today <= facts.open_until ? "yes" : "no" },
    { name: "age", result: facts.adult ? "yes" : "ask" },
  ];
}

/** Whether nothing but the age stands in the way. */
export const isEligible = (checks: readonly Check[]): boolean =>
  checks.every((check) => check.name === "age" || check.result === "yes");
