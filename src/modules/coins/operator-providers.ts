/** What operators see and do of providers of offers and surveys: on and off, what of their pay counts, a day's bound, and how they do. */
import { addDays } from "#platform/clock";
import type {
  ActRefusal,
  Facts,
  OperatorAct,
  OperatorList,
  OperatorObject,
  OperatorTable,
  Told,
} from "#platform/operator";
import { known, readFilter } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Coins } from "./coins.server.ts";
import { NO_OUTCOMES, type Outcomes } from "./health-store.ts";
import { coinOfferId } from "./ids.ts";
import { parkedLinks } from "./operator-callbacks.ts";
import { NO_RULES, type ProviderChange, type ProviderRules } from "./provider-store.ts";
import { type CoinShares, coinsByShare, partOf } from "./rules.ts";

/** What was begun in so many days says how a provider does now. */
const RECENT_DAYS = 30;
const SHOWN_OFFERS = 10;
const TABLE_OFFERS = 50;
const SHOWN_PARKED = 5;
const KINDS = ["offers", "surveys"] as const;
const STATES = ["on", "off"] as const;

type Parts = Pick<Coins, "desk" | "connected" | "brand">;
type Connected = ReturnType<Coins["connected"]>[number];

const percent = (bps: number): string => `${bps / 100}%`;
const whole = (coins: bigint): string => coins.toLocaleString("en-US");

/** "75" or "62.5" percent in basis points; null for what is none. */
export function readShare(text: string): number | null {
  const typed = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!typed) return null;
  const bps = Number(typed[1]) * 100 + Number((typed[2] ?? "").padEnd(2, "0"));
  return bps >= 1 && bps <= 10_000 ? bps : null;
}

/** "12,000" as coins, nothing as no bound; undefined for what is neither. */
export function readCap(text: string): bigint | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{1,3}(,\d{3})*$|^\d{1,12}$/.test(typed) && typed.length <= 15
    ? BigInt(typed.replaceAll(",", ""))
    : undefined;
}

/** As people say it of a wait: the two parts that matter. */
export function waitWords(seconds: number | null): string | null {
  if (seconds === null) return null;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} days` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** Nobody began: there is no rate. */
export const rateWords = ({ begun, credited }: Pick<Outcomes, "begun" | "credited">): string | null =>
  begun === 0 ? null : `${((credited / begun) * 100).toFixed(1)}%`;

export const disputeWords = ({ asked, paid, refused: no }: Outcomes): string | null =>
  asked === 0 ? null : `${asked}: ${paid} paid, ${no} refused, ${asked - paid - no} open`;

export const outcomeFacts = (outcomes: Outcomes): Facts =>
  known({
    begun: String(outcomes.begun),
    "credited, of those begun": String(outcomes.credited),
    "credit rate": rateWords(outcomes),
    "median time to coins": waitWords(outcomes.median_seconds),
    "with coins taken back": String(outcomes.taken_back),
    "with coins that wait": String(outcomes.waiting),
    "missing coins asked for": disputeWords(outcomes) ?? "none",
  });

/** What is other after a change than before it. */
function changeWords(before: ProviderRules, after: ProviderRules): string {
  const said: string[] = [];
  if (before.is_off !== after.is_off) said.push(after.is_off ? "switched off" : "switched on");
  if (before.pay_share_bps !== after.pay_share_bps)
    said.push(`${percent(after.pay_share_bps)} of its pay counts, not ${percent(before.pay_share_bps)}`);
  if (before.daily_cap !== after.daily_cap)
    said.push(after.daily_cap === null ? "no bound of a day" : `at most ${whole(after.daily_cap)} coins a day`);
  return said.join("; ");
}

const historyOf = (changes: readonly ProviderChange[]) =>
  changes.map((change, at) => ({
    at: change.at,
    what: `${changeWords(changes[at - 1] ?? NO_RULES, change)}: ${change.reason}`,
    by: change.by_whom,
  }));

function actsOf({ desk, connected }: Parts): readonly OperatorAct[] {
  const change = async (
    provider: string,
    to: Partial<ProviderRules>,
    { by, reason }: Told,
    words: string,
  ): Promise<Outcome<string, ActRefusal>> => {
    if (!connected().some(({ name }) => name === provider)) return refused("unknown");
    return done((await desk.changeRules(provider, to, { by, reason })) ? words : "It was so before.");
  };
  const common = { permission: "offers.decide", reason: true } as const;
  return [
    {
      name: "switch off",
      what: "At once nobody sees or begins anything of it any more; what was begun goes on and is credited.",
      ...common,
      atOnce: true,
      run: (id, told) => change(id, { is_off: true }, told, "It is off the pages. What was begun is still credited."),
    },
    {
      name: "switch on",
      what: "It stands on the pages again, at once.",
      ...common,
      atOnce: true,
      run: (id, told) => change(id, { is_off: false }, told, "It is on the pages again."),
    },
    {
      name: "pay share",
      what: "Coins of what is begun from then on are reckoned from this part of its pay. What was begun before keeps its terms.",
      ...common,
      asks: [{ name: "share", what: "what part of its pay counts, in percent: 100 for all of it, 62.5 for less" }],
      async run(id, told) {
        const share = readShare(told.values.share ?? "");
        if (share === null)
          return refused("not_possible", { why: "A share is a number of percent from 0.01 to 100, such as 62.5." });
        return change(
          id,
          { pay_share_bps: share },
          told,
          `${percent(share)} of its pay counts for what is begun from now on.`,
        );
      },
    },
    {
      name: "daily cap",
      what: "Coins beyond it wait for a person that day (UTC), on the desk; none are lost.",
      ...common,
      asks: [
        {
          name: "coins",
          what: "coins of a day that are credited before a person looks; empty for no bound",
          optional: true,
        },
      ],
      async run(id, told) {
        const cap = readCap(told.values.coins ?? "");
        if (cap === undefined)
          return refused("not_possible", { why: "A bound is a whole number of coins, such as 50,000, or empty." });
        return change(
          id,
          { daily_cap: cap },
          told,
          cap === null ? "It has no bound any more." : `More than ${whole(cap)} coins a day wait for a person.`,
        );
      },
    },
  ];
}

const recent = (now: Date) => ({ from: addDays(now, -RECENT_DAYS), to: now });
const lineOf = ({ title, kind }: Connected, { is_off }: ProviderRules): string =>
  `${title}, ${kind}${is_off ? ", off" : ""}`;

function ruleFacts(rules: ProviderRules, brand: CoinShares): Facts {
  // Of a dollar (a million micros), as our own brand gives it.
  const worth = (share_bps: number) => whole(coinsByShare(1_000_000n, share_bps, brand));
  const part = (share_bps: number) => partOf(share_bps, rules.pay_share_bps);
  return known({
    state: rules.is_off ? "off" : "on",
    "pay share": percent(rules.pay_share_bps),
    "a dollar of its pay": `${worth(part(brand.coin_share_bps))} coins, ${worth(part(brand.coin_plus_share_bps))} for Plus`,
    "coins of a day": rules.daily_cap === null ? "no bound" : `${whole(rules.daily_cap)} before a person looks`,
  });
}

export function providerObject(parts: Parts): OperatorObject {
  const { desk, connected, brand } = parts;
  return {
    kind: "offer partner",
    permission: "catalog.see",
    async search(text) {
      const rules = await desk.allRules();
      return connected()
        .filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(text.toLowerCase()))
        .map((one) => ({ kind: "offer partner", id: one.name, line: lineOf(one, rules.get(one.name) ?? NO_RULES) }));
    },
    async show(shown) {
      const partner = connected().find(({ name }) => name === shown);
      if (!partner) return null;
      const [rules, changes, catalogues, outcomes, offers, today, parked, unverified] = await Promise.all([
        desk.rules(partner.name),
        desk.changes(partner.name),
        desk.catalogues(),
        desk.countByProvider(recent(desk.now())),
        desk.countByOffer({ ...recent(desk.now()), provider: partner.name, most: SHOWN_OFFERS }),
        desk.creditedToday(partner.name),
        parkedLinks(desk, partner.name, SHOWN_PARKED),
        desk.refusedSince(partner.name, 24),
      ]);
      const row = catalogues.find(({ provider }) => provider === shown);
      const own = outcomes.find(({ provider }) => provider === shown) ?? NO_OUTCOMES;
      return {
        facts: {
          ...known({ name: partner.title, kind: partner.kind }),
          ...ruleFacts(rules, brand()),
          ...known({
            "credited today": `${whole(today)} coins`,
            offers: row?.offers !== null && row?.offers !== undefined && String(row.offers),
            "read last": row?.read_at,
            "last fault": row?.fault,
            "callbacks not verified in 24 hours":
              [...unverified].map(([why, sum]) => `${sum} ${why.replaceAll("_", " ")}`).join(", ") || "none",
            "counted of": `what was begun in the last ${RECENT_DAYS} days`,
          }),
          ...outcomeFacts(own),
        },
        timeline: historyOf(changes),
        links: [
          ...parked,
          ...offers.map((offer) => ({
            kind: "coin offer",
            id: coinOfferId.show(offer.offer_id),
            line: [
              `${offer.name}: ${offer.begun} begun`,
              `${rateWords(offer)} credited`,
              ...[waitWords(offer.median_seconds)].filter((one) => one !== null),
              ...(offer.asked > 0 ? [`${offer.asked} asked for`] : []),
            ].join(", "),
          })),
        ],
      };
    },
    acts: actsOf(parts),
  };
}

/** Few enough to stand on one page. */
export const providerList = ({ desk, connected }: Parts): OperatorList => ({
  name: "providers",
  what: `Who pays for offers and surveys, and how it went with what was begun in the last ${RECENT_DAYS} days`,
  empty: "No provider is connected. Each is by its key among the settings, such as AYET_API_KEY.",
  permission: "catalog.see",
  filters: [
    { name: "kind", values: ["all", ...KINDS] },
    { name: "state", values: ["all", ...STATES] },
  ],
  async read({ filters, after, most }) {
    const [all, outcomes] = await Promise.all([desk.allRules(), desk.countByProvider(recent(desk.now()))]);
    const kind = readFilter(filters.kind, KINDS);
    const state = readFilter(filters.state, STATES);
    const rows = connected()
      .map((one) => ({ one, rules: all.get(one.name) ?? NO_RULES }))
      .filter(
        ({ one, rules }) => (kind ?? one.kind) === one.kind && (state === null || rules.is_off === (state === "off")),
      )
      .map(({ one, rules }) => {
        const own = outcomes.find(({ provider }) => provider === one.name) ?? NO_OUTCOMES;
        return {
          ...{ kind: "offer partner", id: one.name, line: lineOf(one, rules) },
          facts: known({
            provider: one.title,
            kind: one.kind,
            state: rules.is_off ? "off" : "on",
            "pay share": percent(rules.pay_share_bps),
            "coins of a day": rules.daily_cap === null ? "no bound" : whole(rules.daily_cap),
            begun: String(own.begun),
            "credit rate": rateWords(own),
            "median time to coins": waitWords(own.median_seconds),
            "missing coins": disputeWords(own),
          }),
        };
      });
    // Their order is always the same, so that a page goes on behind the name on which the one before ended.
    const from = rows.findIndex(({ id }) => id === after) + 1;
    const page = rows.slice(from, from + most);
    return { rows: page, after: rows.length > from + most ? (page.at(-1)?.id ?? null) : null };
  },
});

const COLUMNS = ["Begun", "Credited", "Credit rate", "Median time to coins", "Taken back"];
const CLAIM_COLUMNS = ["Missing coins asked for", "Paid", "Refused", "Open"];
const cellsOf = (one: Outcomes): (string | number)[] => [
  ...[one.begun, one.credited, rateWords(one) ?? "–", waitWords(one.median_seconds) ?? "–", one.taken_back],
  ...[one.asked, one.paid, one.refused, one.asked - one.paid - one.refused],
];

export function providerTables({ desk, connected }: Parts): readonly OperatorTable[] {
  const titleOf = (name: string) => connected().find((one) => one.name === name)?.title ?? name;
  return [
    {
      name: "providers of offers and surveys",
      what: "What was begun in the span, and what has come of it by now: coins that came at all, the time from setting out to the first of them, and missing coins that members asked for",
      permission: "figures.see",
      columns: ["Provider", ...COLUMNS, ...CLAIM_COLUMNS],
      read: async (span) => (await desk.countByProvider(span)).map((one) => [titleOf(one.provider), ...cellsOf(one)]),
    },
    {
      name: "offers begun most",
      what: `The ${TABLE_OFFERS} offers that most members set out for in the span, counted in the same way`,
      permission: "figures.see",
      columns: ["Offer", "Provider", ...COLUMNS, ...CLAIM_COLUMNS],
      read: async (span) =>
        (await desk.countByOffer({ ...span, provider: null, most: TABLE_OFFERS })).map((one) => [
          ...[one.name, titleOf(one.provider), ...cellsOf(one)],
        ]),
    },
  ];
}
