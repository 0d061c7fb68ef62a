/** What operators see and do of rates: what a network says, what is shown, and a rate of our own for some days. */
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database";
import { showUsd } from "#platform/money";
import type { Facts, ObjectPage, OperatorAct, OperatorList } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { Rate, Shares } from "./catalog.types.ts";
import type { RateRefusal } from "./decide-rates.ts";
import type { CatalogDesk } from "./desk.ts";
import { ownRateId, programmeId } from "./ids.ts";
import {
  instantWords,
  isAboveNetwork,
  OWN_RATE_STATES,
  type OwnRateState,
  ownRateState,
  readCounts,
  type TypedRate,
  WHOLE_BPS,
} from "./own-rates.ts";
import { bestCommission, memberRate } from "./rules.ts";
import { listOwnRates, type OwnRate, readOwnRates, readToldRates, type ToldRate } from "./store/own-rates.ts";

/** The home brand's shares, and what who gets most gets in any brand. */
export type KnownShares = { home(): Shares; most_share_bps(): number };

const percent = (bps: number): string => `${bps / 100}%`;
const amount = ({ kind, bps, minor }: Pick<ToldRate, "kind" | "bps" | "minor">): string =>
  kind === "percent" ? percent(bps) : showUsd(minor);
const shownAs = (rate: Rate): string =>
  rate.kind === "none"
    ? "nothing"
    : `${rate.up_to ? "up to " : ""}${rate.kind === "percent" ? percent(rate.bps) : showUsd(BigInt(rate.minor))}`;
const spanOf = ({ starts_at, ends_at }: Pick<OwnRate, "starts_at" | "ends_at">): string =>
  `from ${instantWords(starts_at)} until ${instantWords(ends_at)}`;
const countsWords = (counts_bps: number): string => `${percent(counts_bps)} of what the network pays counts`;

/** The same figures as on pages: what counts of a group, and a member's share of that. */
const counted = (told: ToldRate): ToldRate => ({
  ...told,
  bps: Math.min(WHOLE_BPS, Math.floor((told.bps * told.counts_bps) / WHOLE_BPS)),
  minor: (told.minor * BigInt(told.counts_bps)) / BigInt(WHOLE_BPS),
});

const pays = ({ bps, minor }: Pick<ToldRate, "bps" | "minor">): boolean => bps > 0 || minor > 0n;

export function shownRates(told: readonly ToldRate[], { home }: KnownShares): { shown: string; plus: string } {
  const groups = told.map((one) => ({ ...counted(one), code: one.name }));
  const { commission, up_to: mixed } = bestCommission(groups);
  // The network pays for a group of which next to nothing counts: no single rate is promised then.
  const up_to = mixed || told.some((one) => pays(one) && !pays(counted(one)));
  return {
    shown: shownAs(memberRate(commission, home().member_share_bps, up_to)),
    plus: shownAs(memberRate(commission, home().plus_share_bps, up_to)),
  };
}

const scheduleLine = (one: OwnRate, state: OwnRateState): string =>
  `${state}: ${percent(one.counts_bps)}, ${spanOf(one)} (${ownRateId.show(one.own_rate_id)})`;

export type RateView = { facts: Facts; timeline: ObjectPage["timeline"] };

/** Of a programme: every group, what is shown of the best one, what counts, and what was decided of it, with its history. */
export async function readRateView(
  db: Database,
  programme: { programme_id: string; cash_back_allowed: boolean },
  shares: KnownShares,
  now: Date,
): Promise<RateView> {
  const ids = [programme.programme_id];
  const [told, own] = [await readToldRates(db, ids), await readOwnRates(db, ids)];
  const open = own.flatMap((one) => {
    const state = ownRateState(one, now);
    return state === "runs" || state === "comes" ? [scheduleLine(one, state)] : [];
  });
  const { shown, plus } = shownRates(told, shares);
  return {
    facts: known({
      ...Object.fromEntries(told.map((one) => [`network pays for ${one.name}`, amount(one)])),
      "counts for members": told[0] ? percent(told[0].counts_bps) : null,
      "shown to members": programme.cash_back_allowed ? shown : "nothing: cash back is not allowed",
      "shown with Plus": programme.cash_back_allowed && plus,
      "own rates": open.join("; "),
    }),
    timeline: own.flatMap((one) => ownRateEntries(one, now)),
  };
}

function ownRateEntries(one: OwnRate, now: Date): ObjectPage["timeline"] {
  const agreed = one.approved_by ? `, agreed to by ${one.approved_by}` : "";
  const set = {
    at: one.decided_at,
    what: `own rate: ${countsWords(one.counts_bps)}, ${spanOf(one)}${agreed}: ${one.reason}`,
    by: one.decided_by,
  };
  if (one.ended_at !== null)
    return [set, { at: one.ended_at, what: `own rate taken back: ${one.ended_why ?? ""}`, by: one.ended_by ?? "" }];
  return one.ends_at <= now ? [set, { at: one.ends_at, what: "own rate ended by itself", by: "the clock" }] : [set];
}

/** For the page of a store: its programmes' rates in a line each. */
export async function readStoreRates(
  db: Database,
  programmes: readonly { programme_id: string; network: string; network_programme_id: string }[],
  shares: KnownShares,
): Promise<Facts> {
  const told = await readToldRates(
    db,
    programmes.map(({ programme_id }) => programme_id),
  );
  return known(
    Object.fromEntries(
      programmes.flatMap((one) => {
        const groups = told.filter(({ programme_id }) => programme_id === one.programme_id);
        if (groups.length === 0) return [];
        const { shown, plus } = shownRates(groups, shares);
        const says = groups.map((group) => `${group.name} ${amount(group)}`).join(", ");
        const counts = groups[0]?.counts_bps ?? WHOLE_BPS;
        return [
          [
            `${one.network} ${one.network_programme_id} pays`,
            `${says}; members ${shown}, with Plus ${plus}${counts === WHOLE_BPS ? "" : `; ${percent(counts)} counts`}`,
          ],
        ];
      }),
    ),
  );
}

const WHY: Partial<Record<RateRefusal, string>> = {
  needs_second: "Members would get more than the network pays: a second person with money.approve agrees first.",
  no_own_rate: "No rate of our own runs or comes: all that the network pays counts.",
};

const whyNot = ({ code, detail }: { code: RateRefusal; detail?: Record<string, string> | undefined }): string => {
  if (code === "overlaps")
    return `Another rate of ours stands from ${detail?.from} until ${detail?.until}: take that one back first.`;
  if (code === "above_price")
    return `The network pays ${detail?.percent}% for ${detail?.group}: so much of it is more than the whole price.`;
  if (code === "which_rate") return `Name one of those that run or come: ${detail?.told}.`;
  return detail?.why ?? WHY[code] ?? "";
};

const typedRate = ({ share = "", from = "", until = "" }: Facts): TypedRate => ({ share, from, until });

export function rateActs(desk: CatalogDesk, { most_share_bps }: KnownShares): readonly OperatorAct[] {
  return [
    {
      name: "own rate",
      what: "For these days another part of what the network pays counts for members: pages show it and clicks keep it. It ends by itself.",
      permission: "catalog.decide",
      reason: true,
      secondPerson: {
        permission: "money.approve",
        needed: async (_id, { values }) => isAboveNetwork(readCounts(values.share ?? "") ?? 0, most_share_bps()),
      },
      asks: [
        {
          name: "share",
          what: "how much of it counts, in percent: 50 for half, 125 for a quarter more. Above what the network pays a second person agrees",
        },
        { name: "from", what: "its first day, such as 2026-11-27; empty for now", optional: true },
        { name: "until", what: "its last day; it is over at 05:00 UTC of the next, when another may begin" },
      ],
      async check(programme, { values }) {
        const outcome = await desk.weighOwnRate({ programme, ...typedRate(values) });
        return outcome.ok ? null : whyNot(outcome);
      },
      async run(programme, { by, reason, values, approvedBy, decidedAt }) {
        const outcome = await desk.setOwnRate({
          ...{ programme, by, reason, approved_by: approvedBy ?? null },
          ...typedRate(values),
          ...(decidedAt ? { decided_at: decidedAt } : {}),
        });
        if (outcome.ok) return done(`${countsWords(outcome.value.counts_bps)}, ${spanOf(outcome.value)}.`);
        if (outcome.code === "unknown_programme") return refused("unknown");
        return refused("not_possible", { why: whyNot(outcome) });
      },
    },
    {
      name: "end own rate",
      what: "A rate of ours that runs or comes is over: what the network pays counts again. Clicks that were made keep theirs.",
      permission: "catalog.decide",
      atOnce: true,
      reason: true,
      asks: [{ name: "rate", what: "its id, as this page tells it; empty where only one stands", optional: true }],
      async check(programme, { values }) {
        const outcome = await desk.weighEnd({ programme, rate: values.rate ?? "" });
        return outcome.ok ? null : whyNot(outcome);
      },
      async run(programme, { by, reason, values, decidedAt }) {
        const outcome = await desk.endOwnRate({
          ...{ programme, by, reason, rate: values.rate ?? "" },
          ...(decidedAt ? { decided_at: decidedAt } : {}),
        });
        if (outcome.ok) return done(`Over: ${percent(outcome.value.counts_bps)}, ${spanOf(outcome.value)}.`);
        return outcome.code === "unknown_programme"
          ? refused("unknown")
          : refused("not_possible", { why: whyNot(outcome) });
      },
    },
  ];
}

export const rateList = (db: Database, clock: Clock): OperatorList => ({
  name: "own rates",
  what: "Rates of our own with their days, the one that begins last first",
  empty: "There is none. Open a store, then its program, and give it a rate of ours there.",
  permission: "catalog.see",
  filters: [{ name: "state", values: ["all", ...OWN_RATE_STATES] }],
  async read({ filters, after, most }) {
    const now = clock.now();
    const state = readFilter(filters.state, OWN_RATE_STATES);
    const rows = await listOwnRates(db, { state, now, after: readPlace(after, ownRateId), most });
    return {
      rows: rows.map((row) => ({
        kind: "programme",
        id: programmeId.show(row.programme_id),
        line: `${row.programme_name} on ${row.network}`,
        facts: known({
          programme: `${row.programme_name}, ${row.network} ${row.network_programme_id}`,
          counts: percent(row.counts_bps),
          state: ownRateState(row, now),
          from: row.starts_at,
          until: row.ends_at,
          why: row.reason,
          by: row.decided_by,
          "agreed to by": row.approved_by,
        }),
      })),
      after: placeAfter(rows, most, (row) => ({ at: row.starts_at, shown: ownRateId.show(row.own_rate_id) })),
    };
  },
});
