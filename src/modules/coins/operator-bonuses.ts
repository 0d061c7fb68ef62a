/** What operators see and do of the coins that we add ourselves: how many, of what budget, and when. */
import type { ActRefusal, Facts, OperatorAct, OperatorList, OperatorObject } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import { BONUS_ALONE, BONUSES, type BonusName, needsSecond } from "./bonus-rules.ts";
import { type BonusTerms, NO_BONUS } from "./bonus-store.ts";
import type { CoinsDesk } from "./desk.ts";
import { readCap } from "./operator-providers.ts";

const WHAT: Readonly<Record<BonusName, string>> = {
  first_offer: "First offer ever",
  days_5: "5 days with coins in a month",
  days_10: "10 days with coins in a month",
  days_20: "20 days with coins in a month",
};
const MAX_COINS = 1_000_000n;
const MAX_BUDGET = 100_000_000n;
const whole = (coins: bigint): string => coins.toLocaleString("en-US");
const isBonus = (id: string): id is BonusName => (BONUSES as readonly string[]).includes(id);

const termsWords = ({ coins, month_cap }: BonusTerms): string =>
  coins === 0n ? "not given" : `${whole(coins)} coins, at most ${whole(month_cap)} a month for all together`;
const linkOf = (name: BonusName, terms: BonusTerms) => ({
  ...{ kind: "coin bonus", id: name, line: `${WHAT[name]}: ${termsWords(terms)}` },
});

const ABOVE = `Above ${whole(BONUS_ALONE.coins)} coins each, or ${whole(BONUS_ALONE.month_cap)} a month, a second person says yes.`;

/** As they were typed, or what is wrong with them. */
function readTerms({ coins: typed = "", budget = "" }: Facts): BonusTerms | string {
  const coins = readCap(typed);
  const month_cap = readCap(budget);
  if (coins === null || coins === undefined || coins < 1n || coins > MAX_COINS)
    return "A bonus is a whole number of coins from 1 to 1,000,000.";
  if (month_cap === null || month_cap === undefined || month_cap < coins || month_cap > MAX_BUDGET)
    return "A budget is a whole number of coins, of one bonus at least and 100,000,000 at most.";
  return { coins, month_cap };
}

function actsOf(desk: CoinsDesk): OperatorAct[] {
  const change = async (
    id: string,
    to: BonusTerms,
    who: { by: string; reason: string },
    words: string,
  ): Promise<Outcome<string, ActRefusal>> => {
    if (!isBonus(id)) return refused("unknown");
    return done((await desk.changeBonus(id, to, who)) ? words : "It was so before.");
  };
  const common = { permission: "offers.decide", reason: true } as const;
  return [
    {
      name: "set bonus",
      freshSignIn: true,
      what: "Members read it on the page of offers from then on. What somebody was promised before keeps its coins.",
      ...common,
      secondPerson: {
        permission: "money.approve",
        async needed(_id, { values }) {
          const terms = readTerms(values);
          return typeof terms !== "string" && needsSecond(terms);
        },
      },
      asks: [
        { name: "coins", what: "coins that a member gets" },
        { name: "budget", what: `coins of a month (UTC) for all members together. ${ABOVE}` },
      ],
      async run(id, { by, reason, values, approvedBy }) {
        if (!isBonus(id)) return refused("unknown");
        const terms = readTerms(values);
        if (typeof terms === "string") return refused("not_possible", { why: terms });
        const second = approvedBy !== undefined && approvedBy !== by ? approvedBy : null;
        if (!second && needsSecond(terms)) return refused("not_possible", { why: ABOVE });
        const whom = second ? `${by}, with ${second}` : by;
        return change(id, terms, { by: whom, reason }, `Each gets ${termsWords(terms)}.`);
      },
    },
    {
      name: "end bonus",
      what: "Nobody new gets it. What waits for a partner's word is still credited with it.",
      ...common,
      run: (id, { by, reason }) => change(id, NO_BONUS, { by, reason }, "It is given to nobody new."),
    },
  ];
}

export const bonusObject = (desk: CoinsDesk): OperatorObject => ({
  kind: "coin bonus",
  permission: "catalog.see",
  async search(text) {
    const all = await desk.bonuses();
    const asked = text.toLowerCase();
    return BONUSES.filter((name) => `${name} ${WHAT[name]} bonus`.includes(asked)).map((name) =>
      linkOf(name, all.get(name) ?? NO_BONUS),
    );
  },
  async show(shown) {
    if (!isBonus(shown)) return null;
    const [all, changes, given] = await Promise.all([
      desk.bonuses(),
      desk.bonusChanges(shown),
      desk.givenThisMonth(shown),
    ]);
    const terms = all.get(shown) ?? NO_BONUS;
    return {
      facts: known({
        for: WHAT[shown],
        coins: terms.coins === 0n ? "not given" : whole(terms.coins),
        budget: terms.coins > 0n && `${whole(terms.month_cap)} coins a month`,
        "given this month": `${whole(given)} coins`,
      }),
      timeline: changes.map((one) => ({ at: one.at, what: `${termsWords(one)}: ${one.reason}`, by: one.by_whom })),
    };
  },
  acts: actsOf(desk),
});

export const bonusList = (desk: CoinsDesk): OperatorList => ({
  name: "bonus coins",
  what: "Coins that we add to what members earn: for the first offer, and for days with coins in a month",
  permission: "catalog.see",
  filters: [],
  async read({ after, most }) {
    const all = await desk.bonuses();
    // Their order is always the same, so that a page goes on behind the name on which the one before ended.
    const from = (BONUSES as readonly (string | null)[]).indexOf(after) + 1;
    const page = BONUSES.slice(from, from + most);
    const rows = await Promise.all(
      page.map(async (name) => {
        const terms = all.get(name) ?? NO_BONUS;
        return {
          ...linkOf(name, terms),
          facts: known({
            for: WHAT[name],
            coins: terms.coins === 0n ? "not given" : whole(terms.coins),
            budget: terms.coins > 0n && whole(terms.month_cap),
            "given this month": whole(await desk.givenThisMonth(name)),
          }),
        };
      }),
    );
    return { rows, after: BONUSES.length > from + most ? (page.at(-1) ?? null) : null };
  },
});
