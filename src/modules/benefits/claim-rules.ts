/**
 * By which rules a claim is paid without a person. Pure: facts in, what each rule says out. A rule that does not hold brings a
 * person in, and only where it is exact arithmetic on dates, limits and our own rows it refuses (decision 0043).
 */
import type { CivilDate } from "#platform/clock";
import { showUsd } from "#platform/money";
import type { EditSign, Likeness, ReceiptRead, ReceiptState } from "#receipts";
import type { ClaimTerms } from "../../../brands/benefits.ts";
import type { ClaimReason, Drop } from "./benefits.types.ts";
import { isSameName } from "./names.ts";

/** Raised with every change of a rule: kept with each claim, so that it can be told by which rules it was decided. */
export const RULES_VERSION = 5;
/** By whom, in the history, what no person decided was decided. */
export const BY_RULES = "rules";
/** The rule that doubts a claim also when it was decided before. */
export const REFUNDS_TOLD = "refunds told";
/** More claims of one member in thirty days are looked at. */
export const MAX_CLAIMS_IN_MONTH = 25;

export type Paper = {
  receipt_id: string;
  state: ReceiptState;
  read: ReceiptRead | null;
  signs: readonly EditSign[];
  likenesses: readonly (Likeness & { own: boolean; used: boolean })[];
};
export type ClaimFacts = {
  today: CivilDate;
  terms: ClaimTerms;
  country: string;
  merchant: string;
  purchased_on: string;
  paid_minor: bigint;
  rebate_minor: bigint;
  /** Whether a membership that covers it ran on the day of the purchase. */
  was_member: boolean;
  /** Names under which its business may stand on paper; null where it is none that is covered. */
  known_as: { names: readonly string[]; internal_name: string | null } | null;
  /** The order of ours that it is about; null for a purchase that is told. */
  order: { stands: boolean } | null;
  /** Its store's own signed mail says it. */
  mail: boolean;
  /** What fell since it was bought, as we read it; null for what is told. */
  drop: Drop | null;
  /** What mails tell that its store may have given back, and what it would pay back at most then, in cents; null without any. */
  refunds: { told: bigint; most: bigint } | null;
  papers: readonly Paper[];
  history: {
    /** Something was asked for before. */
    asked: boolean;
    /** The same purchase was refused before, or is claimed by another claim. */
    refused_before: boolean;
    claimed_beside: boolean;
    /** Claims of a year that were refused because of what was on the paper. */
    faults: number;
    lately: number;
    /** What rules alone have agreed to in thirty days, in cents; and how much that may be. */
    by_rules: bigint;
    auto_month: bigint;
  };
};

export type Verdict = {
  rule: string;
  holds: boolean;
  otherwise: "deny" | "review";
  reason: ClaimReason | null;
  /** What it looked at, for the desk. */
  says: string;
};
type Rule = {
  name: string;
  otherwise: Verdict["otherwise"];
  reason: ClaimReason | null;
  /** Null: the rule does not apply to this claim. */
  look(facts: ClaimFacts): { holds: boolean; says: string } | null;
};

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
/** Earliest day of a purchase that can be claimed on a day. */
export const earliestOf = (today: string, { window_days }: Pick<ClaimTerms, "window_days">): string =>
  dayBefore(today, window_days);

/** Between two readings of a lower price: what was wrong for a moment is right again by then. */
export const MIN_READING_MINUTES = 30;
/** What a store gave back itself is not paid once more. */
export const dropOf = ({ bought_minor, now_minor, refunded_minor }: Drop): bigint => {
  const left = BigInt(bought_minor) - BigInt(now_minor) - BigInt(refunded_minor);
  return left > 0n ? left : 0n;
};
const wasReadTwice = ({ first_read_at, second_read_at }: Drop): boolean =>
  Date.parse(second_read_at) - Date.parse(first_read_at) >= MIN_READING_MINUTES * 60_000;
/** What the paper must say was paid: of a price drop, the purchase itself. */
const onPaper = ({ drop, paid_minor }: ClaimFacts): string => drop?.bought_minor ?? paid_minor.toString();

/** The figure of the paper that is paid back. */
const amountOf = (paper: Paper, { of }: ClaimTerms) => (of === "shipping" ? paper.read?.shipping : paper.read?.total);

const agrees = {
  merchant: (facts: ClaimFacts, paper: Paper): boolean => {
    const read = paper.read?.merchant?.value;
    if (!read) return false;
    const { internal_name = null, names = [] } = facts.known_as ?? {};
    if (internal_name !== null && read.internal_name === internal_name) return true;
    return [facts.merchant, ...names].some((name) => isSameName(read.name, name));
  },
  date: (facts: ClaimFacts, paper: Paper): boolean =>
    paper.read?.date?.sure === true && paper.read.date.value === facts.purchased_on,
  amount: (facts: ClaimFacts, paper: Paper): boolean => {
    const amount = amountOf(paper, facts.terms);
    return amount?.sure === true && amount.value === onPaper(facts);
  },
};

/** Of several papers the one that agrees most is what is claimed; the others stand beside it. */
function mainPaper(facts: ClaimFacts): Paper | null {
  const score = (paper: Paper) =>
    Number(paper.state === "read") + Object.values(agrees).filter((same) => same(facts, paper)).length;
  return facts.papers.toSorted((one, other) => score(other) - score(one))[0] ?? null;
}

/** Where an order of ours or the store's own mail proves store, day and amount, no paper is looked at for them. */
const byPaper =
  (look: (facts: ClaimFacts, paper: Paper) => { holds: boolean; says: string }): Rule["look"] =>
  (facts) => {
    const paper = mainPaper(facts);
    if (!paper || paper.state === "unreadable") return null;
    return facts.mail || (facts.order && facts.terms.of === "total") ? null : look(facts, paper);
  };
const told = (
  field: { value: string; sure: boolean } | null | undefined,
  write: (value: string) => string = String,
): string => (field ? `read ${write(field.value)}${field.sure ? "" : " (not sure)"}` : "nothing read");
const dollars = (minor: string): string => showUsd(BigInt(minor));

export const CLAIM_RULES: readonly Rule[] = [
  {
    name: "country",
    otherwise: "deny",
    reason: "country_not_covered",
    look: ({ country, terms }) => ({
      holds: terms.countries.includes(country),
      says: `${country}, covered: ${terms.countries.join(", ")}`,
    }),
  },
  {
    name: "member then",
    otherwise: "deny",
    reason: "not_member_then",
    look: ({ was_member, purchased_on }) => ({
      holds: was_member,
      says: `${was_member ? "a" : "no"} membership on ${purchased_on}`,
    }),
  },
  {
    name: "window",
    otherwise: "deny",
    reason: "outside_window",
    look: ({ today, terms, purchased_on }) => ({
      holds: purchased_on >= earliestOf(today, terms),
      says: `${purchased_on}, ${terms.window_days} days until ${today}`,
    }),
  },
  {
    name: "limit",
    otherwise: "deny",
    reason: "cap_reached",
    look: ({ rebate_minor }) => ({ holds: rebate_minor > 0n, says: `${showUsd(rebate_minor)} fit under the limits` }),
  },
  {
    name: "own paper once",
    otherwise: "deny",
    reason: "already_claimed",
    look: ({ papers }) => {
      const copies = papers.flatMap(({ likenesses }) =>
        likenesses.filter(({ how, own, used }) => how === "same_file" && own && used),
      );
      return { holds: copies.length === 0, says: `${copies.length} copies of own receipts that were used` };
    },
  },
  {
    name: "covered business",
    otherwise: "review",
    reason: "not_covered",
    look: ({ terms, known_as, merchant }) =>
      terms.partners === "any" ? null : { holds: known_as !== null, says: merchant },
  },
  {
    name: "order stands",
    otherwise: "review",
    reason: "refunded_by_store",
    look: ({ order }) => order && { holds: order.stands, says: order.stands ? "it stands" : "it was taken back" },
  },
  {
    name: "drop read twice",
    otherwise: "deny",
    reason: "amount_mismatch",
    look: ({ drop, rebate_minor, terms }) =>
      terms.of !== "drop"
        ? null
        : {
            holds: drop !== null && wasReadTwice(drop) && rebate_minor <= dropOf(drop),
            says: drop
              ? `${dollars(drop.bought_minor)} then, ${dollars(drop.now_minor)} at ${drop.first_read_at} and ${drop.second_read_at}, ${dollars(drop.refunded_minor)} by the store`
              : "nothing read by us",
          },
  },
  {
    name: "proof",
    otherwise: "review",
    reason: "no_proof_of_payment",
    look: ({ papers, order, terms, drop, mail }) => ({
      holds: papers.length > 0 || (order !== null && terms.of === "total") || drop?.signed === true || mail,
      says: `${papers.length} receipts${order ? ", an order of ours" : ""}${drop?.signed || mail ? ", a mail that the store signed" : ""}`,
    }),
  },
  {
    name: "readable",
    otherwise: "review",
    reason: "unreadable",
    look: ({ papers }) =>
      papers.length === 0
        ? null
        : {
            holds: papers.every(({ state }) => state === "read"),
            says: papers.map(({ state }) => state).join(", "),
          },
  },
  {
    name: "store on paper",
    otherwise: "review",
    reason: "merchant_mismatch",
    look: byPaper((facts, paper) => ({
      holds: agrees.merchant(facts, paper),
      says: `told ${facts.merchant}, ${paper.read?.merchant ? `read ${paper.read.merchant.value.name}` : "nothing read"}`,
    })),
  },
  {
    name: "day on paper",
    otherwise: "review",
    reason: "date_mismatch",
    look: byPaper((facts, paper) => ({
      holds: agrees.date(facts, paper),
      says: `told ${facts.purchased_on}, ${told(paper.read?.date)}`,
    })),
  },
  {
    name: "amount on paper",
    otherwise: "review",
    reason: "amount_mismatch",
    look: byPaper((facts, paper) => ({
      holds: agrees.amount(facts, paper),
      says: `told ${dollars(onPaper(facts))}, ${told(amountOf(paper, facts.terms), dollars)}`,
    })),
  },
  {
    name: "currency",
    otherwise: "review",
    reason: "amount_mismatch",
    look: byPaper((_facts, { read }) => ({
      holds: read?.currency === "USD",
      says: read?.currency ?? "no sign of a currency",
    })),
  },
  {
    name: "untouched",
    otherwise: "review",
    reason: "altered",
    look: ({ papers }) => {
      const signs = papers.flatMap((paper) => paper.signs);
      return papers.length === 0
        ? null
        : { holds: signs.length === 0, says: signs.join(", ") || "no signs of changing" };
    },
  },
  {
    name: "nobody else's paper",
    otherwise: "review",
    reason: "claimed_elsewhere",
    look: ({ papers }) => {
      const found = papers.flatMap(({ likenesses }) =>
        likenesses.filter(({ own, how }) => !own && how !== "looks_alike"),
      );
      return papers.length === 0 ? null : { holds: found.length === 0, says: `${found.length} of other members` };
    },
  },
  {
    name: "new paper",
    otherwise: "review",
    reason: "already_claimed",
    look: ({ papers }) => {
      const found = papers.flatMap(({ likenesses }) =>
        likenesses.filter(({ own, used, how }) => (own ? used : how === "looks_alike")),
      );
      return papers.length === 0
        ? null
        : {
            holds: found.length === 0,
            says: found.map(({ how }) => how.replaceAll("_", " ")).join(", ") || "unlike all others",
          };
    },
  },
  {
    name: "claimed once",
    otherwise: "review",
    reason: "already_claimed",
    look: ({ history }) => ({
      holds: !history.claimed_beside && !history.refused_before,
      says: history.claimed_beside
        ? "another claim is about the same purchase"
        : history.refused_before
          ? "it was refused before"
          : "new",
    }),
  },
  {
    name: REFUNDS_TOLD,
    otherwise: "review",
    reason: "refunded_by_store",
    look: ({ refunds, rebate_minor }) =>
      refunds && {
        holds: rebate_minor <= refunds.most,
        says: `up to ${showUsd(refunds.told)} given back, then ${showUsd(refunds.most)} at most`,
      },
  },
  {
    name: "nothing was asked",
    otherwise: "review",
    reason: null,
    look: ({ history }) => ({
      holds: !history.asked,
      says: history.asked ? "a person asked for something" : "nothing",
    }),
  },
  {
    name: "good history",
    otherwise: "review",
    reason: null,
    look: ({ history }) => ({
      holds: history.faults === 0 && history.lately <= MAX_CLAIMS_IN_MONTH,
      says: `${history.faults} refused for their paper in a year, ${history.lately} sent in thirty days`,
    }),
  },
  {
    name: "small",
    otherwise: "review",
    reason: null,
    look: ({ rebate_minor, terms }) => ({
      holds: rebate_minor <= BigInt(terms.auto_minor),
      says: `${showUsd(rebate_minor)}, alone up to ${showUsd(BigInt(terms.auto_minor))}`,
    }),
  },
  {
    name: "little by itself",
    otherwise: "review",
    reason: null,
    look: ({ rebate_minor, history: { by_rules, auto_month } }) => ({
      holds: by_rules + rebate_minor <= auto_month,
      says: `${showUsd(by_rules)} by rules alone in thirty days, up to ${showUsd(auto_month)}`,
    }),
  },
];

export const judge = (facts: ClaimFacts): Verdict[] =>
  CLAIM_RULES.flatMap(({ name, otherwise, reason, look }) => {
    const found = look(facts);
    return found ? [{ rule: name, otherwise, reason, holds: found.holds, says: found.says }] : [];
  });

export type Decision = { do: "pay" } | { do: "deny"; reason: ClaimReason } | { do: "review"; doubt: string };

/** Exact arithmetic first; then whatever brings a person in; what holds in every rule is paid. */
export function decisionOf(verdicts: readonly Verdict[]): Decision {
  const broken = verdicts.filter(({ holds }) => !holds);
  const denied = broken.find(({ otherwise, reason }) => otherwise === "deny" && reason !== null);
  if (denied?.reason) return { do: "deny", reason: denied.reason };
  const [doubt] = broken;
  return doubt ? { do: "review", doubt: doubt.rule } : { do: "pay" };
}
