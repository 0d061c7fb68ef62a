/** A claim as operators read it: evidence beside the rules, what happened, its money; and lists and figures of claims. */
import { orderId } from "#cashback";
import { mailId } from "#mailboxes";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type {
  MemberSection,
  ObjectAddition,
  ObjectLink,
  ObjectPage,
  OperatorAct,
  OperatorFigure,
  OperatorList,
  OperatorObject,
} from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { receiptId } from "#receipts";
import { PAID_TYPES } from "../../../brands/benefits.ts";
import { CLAIM_TRANSITIONS, type ClaimState, type RefundsNoted } from "./benefits.types.ts";
import type { Claim, ClaimEvent } from "./claim-store.ts";
import type { BenefitsDesk } from "./desk.ts";
import { rebateClaimId } from "./ids.ts";
import { REASON_WORDS } from "./reason-words.ts";
import { toldOf } from "./refunds-told.ts";

export const claimLink = (claim: Claim): ObjectLink => ({
  kind: "rebate claim",
  id: rebateClaimId.show(claim.claim_id),
  line: `${claim.reference} ${claim.type}, ${claim.merchant} ${claim.purchased_on}: ${showUsd(claim.rebate_minor)} of ${showUsd(claim.paid_minor)}, ${claim.state}${claim.reason ? ` (${claim.reason})` : ""}`,
});

type Papers = Awaited<ReturnType<BenefitsDesk["papers"]>>;

/** What a paper says beside what the member says of it. */
function paperFacts(papers: Papers): Record<string, string> {
  return Object.fromEntries(
    papers.map(({ paper, likenesses }, place) => {
      const { merchant, date, total, shipping, currency } = paper.read ?? {};
      const field = (
        name: string,
        one: { value: string; sure: boolean } | null | undefined,
        write: (value: string) => string = String,
      ) => (one ? `${name} ${write(one.value)}${one.sure ? "" : " (not sure)"}` : null);
      const dollars = (minor: string) => showUsd(BigInt(minor));
      const parts = [
        paper.state,
        merchant && `${merchant.value.name}${merchant.sure ? "" : " (not sure)"}`,
        ...[field("on", date), field("total", total, dollars), field("shipping", shipping, dollars), currency],
        paper.signs.length > 0 && `signs of changing: ${paper.signs.join(", ")}`,
        ...likenesses.map(
          (like) =>
            `${like.how.replaceAll("_", " ")} ${receiptId.show(like.receipt_id)} of ${userId.show(like.user_id)}`,
        ),
      ];
      return [`paper ${place + 1}`, parts.filter(Boolean).join(" · ")];
    }),
  );
}

/** Each rule with what it looked at; the verdict of the last time. */
function ruleFacts(verdicts: Awaited<ReturnType<BenefitsDesk["verdicts"]>>): Record<string, string> {
  const last = verdicts.at(-1);
  if (!last) return {};
  // What does not hold is what is looked at: it stands before the rest.
  const rules = last.rules
    .toSorted((one, other) => Number(one.holds) - Number(other.holds))
    .map(({ rule, holds, otherwise, says }) => [
      `rule: ${rule}`,
      `${holds ? "holds" : otherwise === "deny" ? "BROKEN" : "DOUBT"}: ${says}`,
    ]);
  return { rules: `version ${last.version}, ${last.at.toISOString()}`, ...Object.fromEntries(rules) };
}

function moneyOf(events: readonly ClaimEvent[]): NonNullable<ObjectPage["money"]> {
  return events.flatMap(({ at, state, from_state, rebate_minor }) => {
    if (state === "approved" || state === "paid")
      return [{ at, what: `rebate.${state}`, amount: showUsd(rebate_minor) }];
    // What was never agreed to moved no money when it ended.
    const held = from_state === "approved" || from_state === "paid";
    return held ? [{ at, what: "rebate.reversed", amount: showUsd(-rebate_minor) }] : [];
  });
}

/** Each page of each paper, to be looked at beside the rules. */
const picturesOf = (desk: BenefitsDesk, papers: Awaited<ReturnType<BenefitsDesk["papers"]>>): Record<string, string> =>
  Object.fromEntries(
    papers.flatMap(({ paper }, place) =>
      Array.from({ length: paper.pages }, (_none, at) => [
        `paper ${place + 1}, page ${at + 1}`,
        desk.pictureOf(paper.receipt_id, at + 1),
      ]),
    ),
  );

const givenBack = (noted: RefundsNoted): string | null =>
  toldOf(noted) === 0n
    ? null
    : `${showUsd(BigInt(noted.refunded_minor))} for sure, ${showUsd(toldOf(noted))} by all that mails tell`;

async function pageOf(desk: BenefitsDesk, claim: Claim): Promise<ObjectPage> {
  const [events, verdicts, papers] = await Promise.all([
    desk.events(claim.claim_id),
    desk.verdicts(claim.claim_id),
    desk.papers(claim.claim_id),
  ]);
  const { terms } = claim;
  const noted = claim.drop ?? claim.mail;
  return {
    facts: {
      ...known({
        ...{ reference: claim.reference, benefit: claim.type, state: claim.state },
        reason: claim.reason && `${claim.reason}: ${REASON_WORDS[claim.reason].en}`,
        ...{ "in doubt": claim.doubt, "answered by": claim.answer_by, store: claim.merchant },
        ...{ bought: claim.purchased_on, paid: showUsd(claim.paid_minor), rebate: showUsd(claim.rebate_minor) },
        "cut by the limit of the": claim.cut_by,
        "given back by the store": noted && givenBack(noted),
        terms: `${terms.share_bps / 100}% of the ${terms.of}, ${showUsd(BigInt(terms.claim_minor))} a claim, ${showUsd(BigInt(terms.month_minor))} a month, ${showUsd(BigInt(terms.year_minor))} a year`,
        ...{ country: claim.country, partner: claim.partner, "decided by": claim.decided_by },
        "counts since": claim.reserved_at,
      }),
      ...paperFacts(papers),
      ...ruleFacts(verdicts),
    },
    ...(papers.length > 0 || claim.appeal_words
      ? { personal: known({ "their appeal": claim.appeal_words, ...picturesOf(desk, papers) }) }
      : {}),
    timeline: events.map(({ at, state, reason, words, by_whom }) => ({
      at,
      // What the member wrote may name people: it is shown with personal facts alone.
      what: [state, reason, by_whom === "member" ? "" : words].filter(Boolean).join("; "),
      by: by_whom,
    })),
    money: moneyOf(events),
    links: [
      { kind: "member", id: userId.show(claim.user_id), line: "whose it is" },
      ...papers.map(({ paper }) => ({
        ...{ kind: "receipt", id: receiptId.show(paper.receipt_id), line: `its paper, ${paper.state}` },
      })),
      ...(claim.mail
        ? [{ kind: "mailbox_mail", id: mailId.show(claim.mail.mail_id), line: "its store's own mail" }]
        : []),
      ...(claim.order_id ? [{ kind: "order", id: orderId.show(claim.order_id), line: "the order it is about" }] : []),
    ],
  };
}

export const claimObject = (desk: BenefitsDesk, acts: readonly OperatorAct[]): OperatorObject => ({
  kind: "rebate claim",
  permission: "members.see",
  async search(text) {
    const id = rebateClaimId.read(text.trim());
    const reference = text.toUpperCase().replace(/[\s-]/g, "");
    const claim = id
      ? await desk.claim(id)
      : /^[2-9A-HJ-NP-Z]{8}$/.test(reference)
        ? await desk.byReference(reference)
        : null;
    return claim ? [claimLink(claim)] : [];
  },
  async show(shown) {
    const id = rebateClaimId.read(shown);
    const claim = id && (await desk.claim(id));
    return claim ? pageOf(desk, claim) : null;
  },
  acts,
});

/** On a receipt's own page: what it proves, or proved. */
export const receiptAddition = (desk: BenefitsDesk): ObjectAddition => ({
  kind: "receipt",
  permission: "members.see",
  async read(shown) {
    const id = receiptId.read(shown);
    return { links: id ? (await desk.claimsWith(id)).map(claimLink) : [] };
  },
});

export const claimSection = (desk: BenefitsDesk): MemberSection => ({
  name: "rebates",
  what: "Claims for rebates, the newest first",
  permission: "members.see",
  list: async (user, most) =>
    (await desk.claimsOf(user, most)).map((claim) => ({ ...claimLink(claim), at: claim.sent_at })),
});

// The table of transitions has every state as a key.
const STATES = Object.keys(CLAIM_TRANSITIONS) as ClaimState[];

export const claimsList = (desk: BenefitsDesk): OperatorList => ({
  name: "rebate claims",
  what: "Every claim for a rebate, the newest first",
  permission: "members.see",
  filters: [
    { name: "state", values: ["all", ...STATES] },
    { name: "benefit", values: ["all", ...PAID_TYPES] },
  ],
  async read({ filters, after, most }) {
    const rows = await desk.list({
      state: readFilter(filters.state, STATES),
      type: readFilter(filters.benefit, PAID_TYPES),
      ...{ after: readPlace(after, rebateClaimId), most },
    });
    return {
      rows: rows.map((claim) => ({
        ...claimLink(claim),
        facts: known({
          ...{ sent: claim.sent_at, reference: claim.reference, benefit: claim.type, store: claim.merchant },
          ...{ paid: showUsd(claim.paid_minor), rebate: showUsd(claim.rebate_minor) },
          state: claim.reason ? `${claim.state} (${claim.reason})` : claim.state,
        }),
      })),
      after: placeAfter(rows, most, (claim) => ({ at: claim.sent_at, shown: rebateClaimId.show(claim.claim_id) })),
    };
  },
});

export function rebateFigures(desk: BenefitsDesk): readonly OperatorFigure[] {
  const flow = (name: string, what: string, key: "sent" | "paid" | "refused" | "rebate"): OperatorFigure => ({
    ...{ name, what, permission: "figures.see", unit: key === "rebate" ? "USD" : "count", kind: "flow" },
    read: async (span) => (await desk.counts(span))[key],
  });
  return [
    flow("claims sent", "Claims for rebates, on the day they were sent", "sent"),
    flow("claims paid", "Claims that became the member's, on that day", "paid"),
    flow("claims refused", "Claims that were refused, before any appeal", "refused"),
    flow("rebates paid", "What claims paid, on the day they became the member's", "rebate"),
    {
      ...{ name: "claims open", what: "Claims that wait for an answer or for their member", permission: "figures.see" },
      ...{ unit: "count", kind: "level", read: () => desk.open() },
    },
  ];
}
