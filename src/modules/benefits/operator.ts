/** What operators see and do of claims: those that a rule doubted, appeals, samples of what was paid without a person. */
import type { OperatorAct, OperatorQueue, OperatorView } from "#platform/operator";
import { readSearchedAmount } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { ClaimReason } from "./benefits.types.ts";
import type { Claim } from "./claim-store.ts";
import type { BenefitsDesk } from "./desk.ts";
import { rebateClaimId } from "./ids.ts";
import type { Judged, JudgeRefusal } from "./judge-claim.ts";
import {
  claimLink,
  claimObject,
  claimSection,
  claimsList,
  rebateFigures,
  receiptAddition,
} from "./operator-objects.ts";
import { ASK_REASONS, DENY_REASONS, REASON_WORDS, TAKE_BACK_REASONS } from "./reason-words.ts";

const WHY: Readonly<Record<Exclude<JudgeRefusal, "unknown_claim">, string>> = {
  not_now: "It does not wait for this any more.",
  same_person: "Somebody else than who refused it decides about the appeal.",
  nothing_left: "Nothing of the member's limit is left this month or year.",
  too_much: "At most what its part of the limits is; refuse it to pay nothing.",
  order_gone: "The store took the order back.",
  membership_not_paid: "The membership that covers it ended before its first month was paid.",
};
const WORDS = {
  name: "words",
  what: "a sentence for the member, in their language; it goes into the letter",
  optional: true,
} as const;

const listOf = (codes: readonly ClaimReason[]) => codes.map((code) => ({ code, what: REASON_WORDS[code].en }));

type Run = { by: string; reason: string; values: Readonly<Record<string, string>> };
/** An act on a claim that there is; `judge` is told the id as it is kept. */
const acting =
  (desk: BenefitsDesk, judge: (claim: Claim, told: Run) => Promise<Judged | null>, said: (claim: Claim) => string) =>
  async (shown: string, told: Run) => {
    const id = rebateClaimId.read(shown);
    const claim = id && (await desk.claim(id));
    if (!claim) return refused("unknown" as const);
    const outcome = await judge(claim, told);
    if (outcome === null)
      return refused("not_possible" as const, { why: "What was entered is not one of the list, or no amount." });
    if (outcome.ok) return done(said(outcome.value));
    if (outcome.code === "unknown_claim") return refused("unknown" as const);
    return refused("not_possible" as const, { why: WHY[outcome.code] });
  };

const oneOf = (codes: readonly ClaimReason[], text: string): ClaimReason | null =>
  codes.find((code) => code === text) ?? null;

function approveAct(desk: BenefitsDesk): OperatorAct {
  return {
    name: "approve",
    what: "The member has it at once; in a trial, when the first month is paid.",
    permission: "claims.decide",
    freshSignIn: true,
    reason: false,
    asks: [{ name: "amount", what: "dollars, such as 4.50, for a part; without one all of it", optional: true }],
    run: acting(
      desk,
      async (claim, { by, values }) => {
        const typed = values.amount?.trim() ?? "";
        const amount_minor = typed === "" ? null : readSearchedAmount(typed);
        if (typed !== "" && amount_minor === null) return null;
        return desk.approve({ claim_id: claim.claim_id, by, amount_minor });
      },
      ({ state }) => (state === "paid" ? "It is in the member's passbook." : "It is paid when the first month is."),
    ),
  };
}

function denyAct(desk: BenefitsDesk, final: boolean): OperatorAct {
  return {
    name: "deny",
    what: final
      ? "It stays refused, and the claim is closed; the member reads the reason."
      : "It is refused; the member reads the reason and what would change it, and may appeal.",
    permission: "claims.decide",
    reason: true,
    reasons: listOf(DENY_REASONS),
    asks: [WORDS],
    run: acting(
      desk,
      async (claim, { by, reason, values }) => {
        const code = oneOf(DENY_REASONS, reason);
        return code && desk.deny({ claim_id: claim.claim_id, by, reason: code, words: values.words ?? "" });
      },
      () => "It is refused, and the member reads why.",
    ),
  };
}

function askAct(desk: BenefitsDesk): OperatorAct {
  return {
    name: "ask",
    what: "The member is asked for this one thing, and has 14 days.",
    permission: "claims.decide",
    reason: true,
    reasons: listOf(ASK_REASONS),
    asks: [WORDS],
    run: acting(
      desk,
      async (claim, { by, reason, values }) => {
        const code = oneOf(ASK_REASONS, reason);
        return code && desk.ask({ claim_id: claim.claim_id, by, reason: code, words: values.words ?? "" });
      },
      () => "The member is asked.",
    ),
  };
}

const takeBackAct = (desk: BenefitsDesk): OperatorAct => ({
  name: "take back",
  what: "What was paid or agreed to is taken back, with a reason that the member reads. Two people say so.",
  permission: "claims.decide",
  secondPerson: { permission: "money.approve", needed: async () => true },
  freshSignIn: true,
  reason: true,
  reasons: listOf(TAKE_BACK_REASONS),
  run: acting(
    desk,
    async (claim, { by, reason }) => {
      const code = oneOf(TAKE_BACK_REASONS, reason);
      return code && desk.takeBack({ claim_id: claim.claim_id, by, reason: code });
    },
    () => "It is taken back, and the member reads why.",
  ),
});

const endOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T23:59:59Z`));

function queuesOf(desk: BenefitsDesk): OperatorQueue[] {
  const item = (claim: Claim, more: string | null) => ({
    id: rebateClaimId.show(claim.claim_id),
    since: claim.changed_at,
    due: endOf(claim.answer_by),
    line: `${claimLink(claim).line}${more ? `. ${more}` : ""}`,
  });
  return [
    {
      name: "rebate claims",
      what: "Claims that a rule doubted: pay all or a part, ask for one thing, or refuse with a reason",
      permission: "claims.decide",
      list: async (most) =>
        (await desk.waiting("review", most)).map((claim) => item(claim, claim.doubt && `In doubt: ${claim.doubt}`)),
      acts: [approveAct(desk), askAct(desk), denyAct(desk, false)],
    },
    {
      name: "appealed rebates",
      what: "Appeals: decided by somebody else than who refused the claim, and for good",
      permission: "claims.decide",
      list: async (most) =>
        (await desk.waiting("appealed", most)).map((claim) =>
          item(claim, `Refused by ${claim.decided_by ?? "-"}: ${claim.reason ?? "-"}`),
        ),
      acts: [approveAct(desk), denyAct(desk, true)],
    },
    {
      name: "sampled rebates",
      what: "Some of what was paid without a person, and what its store may have given back since: look whether it was right",
      permission: "claims.decide",
      list: async (most) =>
        (await desk.sampled(most)).map((claim) => ({
          ...item(claim, claim.doubt && `In doubt: ${claim.doubt}`),
          due: null,
          since: claim.sent_at,
        })),
      acts: [
        {
          name: "fine",
          what: "It was right, and leaves this list. What was not right is taken back on its page.",
          permission: "claims.decide",
          reason: false,
          async run(shown) {
            const id = rebateClaimId.read(shown);
            return id && (await desk.looked(id)) ? done("It was looked at.") : refused("unknown" as const);
          },
        },
      ],
    },
  ];
}

export const benefitsView = ({ desk }: { desk: BenefitsDesk }): OperatorView => ({
  queues: queuesOf(desk),
  objects: [claimObject(desk, [takeBackAct(desk)])],
  members: [claimSection(desk)],
  lists: [claimsList(desk)],
  adds: [receiptAddition(desk)],
  figures: rebateFigures(desk),
});
