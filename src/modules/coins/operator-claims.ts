/** What operators see and do of coins that did not come: the question, its picture, and what became of it. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorAct, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { ClaimRow } from "./claim-store.ts";
import type { CoinsDesk } from "./desk.ts";
import { coinClaimId, startId } from "./ids.ts";
import { isRefusal, REASONS } from "./operator-reasons.ts";
import { reasonWords } from "./reason-words.ts";

export const claimLink = (claim: ClaimRow): ObjectLink => ({
  kind: "coin claim",
  id: coinClaimId.show(claim.claim_id),
  line: `asked about step ${claim.goal_id}: ${claim.state}`,
});

function claimActs(desk: CoinsDesk): OperatorAct[] {
  const tell = async (shown: string, what: string, act: (id: string) => Promise<boolean>) => {
    const id = coinClaimId.read(shown);
    return id && (await act(id)) ? done(what) : refused("unknown" as const);
  };
  return [
    {
      name: "wait",
      what: "The partner gets another week; the member sees the new day.",
      permission: "coins.decide",
      reason: true,
      run: (shown) => tell(shown, "The partner has another week.", desk.waitForClaim),
    },
    {
      name: "refuse",
      what: "The partner does not pay; the member reads why. Should it credit later, the coins come all the same.",
      permission: "coins.decide",
      reason: true,
      reasons: REASONS,
      async run(shown, { reason }) {
        const id = coinClaimId.read(shown);
        if (!isRefusal(reason)) return refused(id && (await desk.claim(id)) ? "not_possible" : "unknown");
        return tell(shown, "It is refused, and the member reads why.", (claim) => desk.refuseClaim(claim, reason));
      },
    },
  ];
}

export const missingQueue = (desk: CoinsDesk): NonNullable<OperatorView["queues"]>[number] => ({
  name: "missing coins",
  what: "Coins that a partner was asked about and has not answered by its day",
  permission: "coins.decide",
  list: async (most) =>
    (await desk.lateClaims(most)).map((claim) => ({
      id: coinClaimId.show(claim.claim_id),
      since: claim.made_at,
      due: new Date(`${claim.answer_by}T23:59:59Z`),
      line: `step ${claim.goal_id}, reached ${claim.reached_at.toISOString().slice(0, 10)}, ${claim.state}`,
    })),
  acts: claimActs(desk),
});

export function claimObject(desk: CoinsDesk): NonNullable<OperatorView["objects"]>[number] {
  const read = async (shown: string) => {
    const id = coinClaimId.read(shown);
    return id && desk.claim(id);
  };
  return {
    kind: "coin claim",
    permission: "members.see",
    async search(text) {
      const claim = await read(text);
      return claim ? [claimLink(claim)] : [];
    },
    async show(shown) {
      const claim = await read(shown);
      if (!claim) return null;
      const start = await desk.start(claim.start_id);
      const words = reasonWords(claim.reason)?.en;
      return {
        facts: known({
          offer: start?.terms.name,
          partner: start?.provider,
          step: start?.terms.goals.find(({ goal_id }) => goal_id === claim.goal_id)?.name ?? claim.goal_id,
          reached: claim.reached_at.toISOString().slice(0, 10),
          state: claim.state,
          "answer by": claim.answer_by,
          reason: words,
        }),
        // What a member's phone showed may hold their name: every look at these is kept.
        personal: known({ note: claim.note, screenshot: await desk.screenshotOf(claim.claim_id) }),
        timeline: [
          { at: claim.made_at, what: "asked", by: "member" },
          ...(claim.sent_at ? [{ at: claim.sent_at, what: "sent to the partner", by: "server" }] : []),
          ...(claim.ended_at ? [{ at: claim.ended_at, what: claim.state, by: "server" }] : []),
        ],
        links: [
          { kind: "member", id: userId.show(claim.user_id), line: "who asks" },
          { kind: "offer start", id: startId.show(claim.start_id), line: "what was agreed" },
        ],
      };
    },
  };
}
