/** What operators see and do of coins: those that wait, those that did not come, offers and the partners that pay. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorAct, OperatorFigure, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import type { Coins } from "./coins.server.ts";
import type { CoinsDesk } from "./desk.ts";
import { coinOfferId, rewardId, startId } from "./ids.ts";
import type { OfferRow } from "./offer-store.ts";
import { bonusList, bonusObject } from "./operator-bonuses.ts";
import { callbackList, callbackObject, refusedObject } from "./operator-callbacks.ts";
import { claimLink, claimObject, missingQueue } from "./operator-claims.ts";
import { outcomeFacts, providerList, providerObject, providerTables } from "./operator-providers.ts";
import { isRefusal, REASONS } from "./operator-reasons.ts";
import { sharedDeviceList, sharedDeviceObject, sharedDeviceSection, sharingOf } from "./operator-shared.ts";
import { reasonWords } from "./reason-words.ts";
import type { RewardRow } from "./reward-store.ts";
import type { RefusalReason } from "./rules.ts";

/** By when a member is answered whose coins wait. */
const HELD_DAYS = 3;
const MAX_EVENTS = 200;
/** A catalogue is read every quarter of an hour. */
const STALE_HOURS = 6;

const rewardLink = (row: RewardRow): ObjectLink => ({
  kind: "coin reward",
  id: rewardId.show(row.reward_id),
  line: `${row.coins} coins from ${row.name || row.kind} (${row.provider}), ${row.state}${row.reason ? `: ${row.reason}` : ""}`,
});
const offerLink = (row: OfferRow): ObjectLink => ({
  kind: "coin offer",
  id: coinOfferId.show(row.offer_id),
  line: `${row.name} by ${row.provider}, ${row.hidden_by ? "hidden" : row.state}`,
});
const dollars = (micros: bigint): string => `$${(Number(micros / 100n) / 10_000).toFixed(4)}`;

function decideActs(desk: CoinsDesk): OperatorAct[] {
  const decide = async (shown: string, by: string, reason: RefusalReason | null) => {
    const reward_id = rewardId.read(shown);
    if (!reward_id) return refused("unknown" as const);
    const outcome = await desk.decide({
      ...{ reward_id, by },
      ...(reason ? { credit: false as const, reason } : { credit: true as const }),
    });
    if (!outcome.ok) return refused(outcome.code);
    return done(reason ? "It is refused, and the member reads why." : "The coins are the member's.");
  };
  return [
    {
      name: "credit",
      what: "The coins are the member's at once.",
      permission: "coins.decide",
      freshSignIn: true,
      reason: true,
      run: (shown, { by }) => decide(shown, by, null),
    },
    {
      name: "refuse",
      what: "The coins are not credited; the member reads the reason, and may ask again.",
      permission: "coins.decide",
      reason: true,
      reasons: REASONS,
      async run(shown, { by, reason }) {
        if (isRefusal(reason)) return decide(shown, by, reason);
        const id = rewardId.read(shown);
        return refused(id && (await desk.reward(id)) ? "not_possible" : "unknown");
      },
    },
  ];
}

function queuesOf(desk: CoinsDesk): NonNullable<OperatorView["queues"]> {
  return [
    {
      name: "held coins",
      what: "Coins that a named rule stopped: credit them, or refuse with a reason",
      permission: "coins.decide",
      list: async (most) =>
        (await desk.held(most)).map((row) => ({
          id: rewardId.show(row.reward_id),
          since: row.changed_at,
          due: workingDaysAfter(row.changed_at, HELD_DAYS),
          line: `${rewardLink(row).line}. ${reasonWords(row.reason)?.en ?? ""}`,
        })),
      acts: decideActs(desk),
    },
    missingQueue(desk),
  ];
}

function rewardObject(desk: CoinsDesk): NonNullable<OperatorView["objects"]>[number] {
  return {
    kind: "coin reward",
    permission: "members.see",
    async search(text) {
      const id = rewardId.read(text);
      const row = id && (await desk.reward(id));
      return row ? [rewardLink(row)] : [];
    },
    async show(shown) {
      const id = rewardId.read(shown);
      const row = id && (await desk.reward(id));
      if (!row) return null;
      const sharing = await sharingOf(desk, row.start_id ? await desk.start(row.start_id) : null);
      return {
        facts: {
          ...known({
            from: row.name,
            partner: row.provider,
            "their transaction": row.tx_id,
            kind: row.kind,
            coins: String(row.coins),
            "they pay": dollars(row.payout_micros),
            "they say in coins": row.told_coins !== null && String(row.told_coins),
            state: row.state,
            reason: row.reason && `${row.reason}: ${reasonWords(row.reason)?.en ?? ""}`,
          }),
          ...sharing.facts,
        },
        timeline: (await desk.events(row.reward_id)).slice(0, MAX_EVENTS).map((event) => ({
          at: event.at,
          what: `${event.state}${event.reason ? ` (${event.reason})` : ""}: ${event.coins} coins`,
          by: event.by_whom,
        })),
        links: [
          { kind: "member", id: userId.show(row.user_id), line: "whose they are" },
          ...sharing.links,
          ...(row.start_id ? [{ kind: "offer start", id: startId.show(row.start_id), line: "what was agreed" }] : []),
          ...(row.offer_id ? [{ kind: "coin offer", id: coinOfferId.show(row.offer_id), line: "the offer" }] : []),
        ],
      };
    },
  };
}

function startObject(desk: CoinsDesk): NonNullable<OperatorView["objects"]>[number] {
  return {
    kind: "offer start",
    permission: "members.see",
    async search(text) {
      const id = startId.read(text);
      const row = id && (await desk.start(id));
      return row ? [{ kind: "offer start", id: startId.show(row.start_id), line: row.terms.name }] : [];
    },
    async show(shown) {
      const id = startId.read(shown);
      const row = id && (await desk.start(id));
      if (!row) return null;
      const claims = await desk.claimsOfStart(row.start_id);
      return {
        facts: known({
          offer: row.terms.name,
          partner: row.provider,
          "their id": row.provider_offer_id,
          "known there as": row.user_ref,
          device: row.platform,
          "coins agreed": `${row.terms.coins}${row.terms.plus ? " (Plus)" : ""}`,
          steps: row.terms.goals.map(({ name, coins }) => `${name}: ${coins}`).join(" · "),
          "hash of the terms": row.terms_hash.toString("hex").slice(0, 16),
        }),
        timeline: [
          { at: row.started_at, what: "set out", by: "member" },
          ...claims.map((claim) => ({
            at: claim.made_at,
            what: `asked about ${claim.goal_id}: ${claim.state}`,
            by: "member",
          })),
        ],
        links: [
          ...claims.map(claimLink),
          { kind: "member", id: userId.show(row.user_id), line: "who began it" },
          { kind: "coin offer", id: coinOfferId.show(row.offer_id), line: "the offer as it is now" },
          ...(row.shared_with
            ? [{ kind: "member", id: userId.show(row.shared_with), line: "began it too, same device or mailbox" }]
            : []),
        ],
      };
    },
  };
}

function offerObject(desk: CoinsDesk): NonNullable<OperatorView["objects"]>[number] {
  const act = (name: string, what: string, hidden: boolean): OperatorAct => ({
    ...{ name, what, permission: "offers.decide", reason: true },
    async run(shown, { by, reason }) {
      const id = coinOfferId.read(shown);
      if (!id || !(await desk.offer(id))) return refused("unknown" as const);
      const changed = await desk.hide(id, hidden ? { by, reason } : null);
      return changed
        ? done(hidden ? "It is off the pages." : "It is on the pages again.")
        : refused("not_possible" as const);
    },
  });
  return {
    kind: "coin offer",
    permission: "catalog.see",
    search: async (text, most) => (await desk.findOffers(text, most)).map(offerLink),
    async show(shown) {
      const id = coinOfferId.read(shown);
      const row = id && (await desk.offer(id));
      if (!row) return null;
      const outcomes = await desk.outcomes(row.offer_id);
      const health = await desk.countOfOffer(row.offer_id);
      return {
        facts: {
          ...known({
            name: row.name,
            partner: row.provider,
            "their id": row.provider_offer_id,
            state: row.state,
            hidden: row.hidden_by && `by ${row.hidden_by}`,
            pays: dollars(row.payout_micros),
            steps: row.goals.map((goal) => `${goal.name}: ${dollars(BigInt(goal.payout_micros))}`).join(" · "),
            devices: row.platforms.join(", "),
            countries: row.countries.join(", ") || "all",
            "steps credited": String(outcomes.credited),
            "steps taken back": String(outcomes.reversed),
            "steps waiting": String(outcomes.held),
          }),
          ...outcomeFacts(health),
        },
        timeline: [],
        links: [{ kind: "offer partner", id: row.provider, line: "who pays for it" }],
      };
    },
    acts: [
      act("hide", "It leaves the pages; whoever began it goes on and is paid.", true),
      act("show", "It stands on the pages again.", false),
    ],
  };
}

export function coinsView(coins: Coins): OperatorView {
  const { desk } = coins;
  const figure = (name: string, what: string, read: (from: Date, to: Date) => Promise<bigint>): OperatorFigure => ({
    name,
    what,
    permission: "figures.see",
    unit: "count",
    kind: "flow",
    read: ({ from, to }) => read(from, to),
  });
  return {
    queues: queuesOf(desk),
    objects: [
      rewardObject(desk),
      startObject(desk),
      offerObject(desk),
      claimObject(desk),
      bonusObject(desk),
      providerObject(coins),
      callbackObject(desk),
      refusedObject(desk),
      sharedDeviceObject(desk),
    ],
    lists: [providerList(coins), callbackList(desk), bonusList(desk), sharedDeviceList(desk)],
    tables: providerTables(coins),
    members: [
      {
        name: "coins earned",
        what: "What offers and surveys brought",
        permission: "members.see",
        list: async (user, most) =>
          (await desk.rewardsOf(user, most)).map((row) => ({ ...rewardLink(row), at: row.created_at })),
      },
      {
        name: "offers begun",
        what: "What they set out for, by the terms as they stood",
        permission: "members.see",
        list: async (user, most) =>
          (await desk.startsOf(user, most)).map((row) => ({
            ...{ kind: "offer start", id: startId.show(row.start_id), at: row.started_at },
            line: `${row.terms.name}, ${row.terms.coins} coins by ${row.provider}`,
          })),
      },
      sharedDeviceSection(desk),
    ],
    figures: [
      figure("offers begun", "Members who set out for an offer of apps, games or shops", desk.figures.begun),
      figure(
        "coins credited",
        "Coins of offers, surveys and ours, on the day they were credited",
        desk.figures.credited,
      ),
      figure("coins taken back", "Coins that partners took back after they were credited", desk.figures.reversed),
    ],
    checks: [
      {
        name: "offers",
        what: `Every partner's list of offers was read in the last ${STALE_HOURS} hours`,
        async look(now) {
          const rows = await desk.catalogues();
          const lists = coins.connected().filter(({ kind }) => kind === "offers");
          if (lists.length === 0) return { state: "fine", line: "No partner of offers is connected", unproven: true };
          const stale = lists.filter(({ name }) => {
            const read = rows.find(({ provider }) => provider === name)?.read_at;
            const tried = rows.find(({ provider }) => provider === name)?.tried_at;
            return tried && (!read || now.getTime() - read.getTime() > STALE_HOURS * 3_600_000);
          });
          const read = lists.filter(({ name }) => rows.some(({ provider, read_at }) => provider === name && read_at));
          return stale.length === 0
            ? read.length === 0
              ? { state: "fine", line: "No list was read yet", unproven: true }
              : { state: "fine", line: `${read.length} of ${lists.length} lists are fresh.` }
            : { state: "warn", line: `Not read for long: ${stale.map(({ title }) => title).join(", ")}.` };
        },
      },
    ],
  };
}
