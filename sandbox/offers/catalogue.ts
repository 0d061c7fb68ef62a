import { readRows } from "../catalogue/files.ts";
import { choose, hash, pick } from "../catalogue/hash.ts";
import { perWorld, type World } from "../world.ts";

interface App {
  store: "ios" | "android";
  app_id: string | null;
  name: string;
  type: "APP" | "GAME";
  genre: string;
  age_rating: string;
}

export interface Goal {
  id: string;
  name: string;
  /** Millionths of a dollar. */
  payout: number;
  days: number | null;
}

/** One offer of one vendor, before its dialect. */
export interface CoinOffer {
  id: string;
  name: string;
  type: "APP" | "GAME" | "OTHER";
  genre: string;
  platforms: ("ios" | "android" | "desktop")[];
  countries: string[];
  description: string;
  storeId: string | null;
  goals: Goal[];
}

/** Offers of no app; all of these companies are made up. */
const OTHERS: readonly [name: string, description: string, goal: string, payout: number][] = [
  ["Marlow Finch Letters", "Weekly offers from a shop for computer parts.", "Confirm your address", 350_000],
  ["Otter Lane Club", "A shop for clothes asks its customers.", "Join and answer five questions", 900_000],
  ["Brightpenny Savings", "An account that rounds up what you spend.", "Open an account and bring in $20", 18_500_000],
  ["Kestrel Audiobooks", "Thirty days of listening to try.", "Start a trial with a card", 4_250_000],
  ["Larkfield Meals", "A box of dinners each week.", "Order your first box", 11_000_000],
  ["Quillmark Writing", "A writing tool for your browser.", "Install and write 100 words", 620_000],
  ["Tidewater Insurance", "Compare what your car's insurance costs.", "Get a quote", 2_400_000],
  ["Fernhill Genealogy", "Find your great-grandparents.", "Start a family tree of five people", 1_150_000],
  ["Paperboat Cards", "Photo cards by mail.", "Send one card", 1_875_000],
  ["Saltbox Energy", "Green power at a fixed price.", "Switch your contract", 32_000_000],
];

const COUNTRIES: readonly [string[], ...string[][]] = [["US"], ["US", "CA"], ["US", "CA", "GB", "AU", "NZ"], []];
const uuid = (seed: string): string => {
  const hex = [0, 1, 2, 3].map((n) => hash(`${seed}#${n}`).toString(16).padStart(8, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const thousandths = (micros: number): number => Math.round(micros / 1_000) * 1_000;

function stepsOf(app: App, seed: string): [name: string, payout: number, days: number | null][] {
  if (app.type === "APP")
    return [
      ["Install and open the app", pick(`${seed}i`, 90, 460) * 1_000, 1],
      ["Make an account", pick(`${seed}a`, 400, 1_900) * 1_000, 7],
    ];
  const level = pick(`${seed}l`, 5, 12);
  return [
    ["Install and open the game", pick(`${seed}i`, 56, 240) * 1_000, 1],
    [`Reach level ${level}`, pick(`${seed}1`, 300, 1_400) * 1_000, 3],
    [`Reach level ${level * 3}`, pick(`${seed}2`, 1_500, 6_000) * 1_000, 14],
    [`Reach level ${level * 6}`, pick(`${seed}3`, 7_000, 28_000) * 1_000, 30],
  ];
}

function ofApp(vendor: string, app: App, id: string, several: boolean): CoinOffer {
  const factor = 90 + (hash(`${vendor}${app.name}f`) % 30);
  const steps = stepsOf(app, app.name).map(
    ([name, payout, days], n): Goal => ({
      id: uuid(`${vendor}${app.store}${app.name}${n}`),
      name,
      payout: thousandths((payout * factor) / 100),
      days,
    }),
  );
  const last = steps.at(-1);
  const whole = steps.reduce((sum, { payout }) => sum + payout, 0);
  return {
    id,
    name: app.name,
    type: app.type,
    genre: app.genre,
    platforms: [app.store],
    countries: choose(app.name, COUNTRIES),
    description: `${app.genre}. New players only; the app must not have been on this device before.`,
    storeId: app.app_id,
    goals: several || !last ? steps : [{ ...last, payout: whole }],
  };
}

/** How a vendor numbers its offers, and whether one of its offers may have several goals. */
export interface Range {
  vendor: string;
  place: number;
  first: number;
  several: boolean;
}
const VENDORS = 5;

/** Each app is at one vendor, every third at a second one, for other pay. */
export function makeOffers({ vendor, place, first, several }: Range): CoinOffer[] {
  const apps = readRows<App>("apps.ndjson.gz").filter(
    (_, n) => n % VENDORS === place || (n % 3 === 0 && (n + 2) % VENDORS === place),
  );
  const others = OTHERS.filter((_, n) => n % VENDORS === place || (n % 2 === 0 && (n + 1) % VENDORS === place));
  return [
    ...apps.map((app, n) => ofApp(vendor, app, `${first + n * 7}`, several)),
    ...others.map(
      ([name, description, goal, payout], n): CoinOffer => ({
        id: `${first + 5_000 + n * 7}`,
        name,
        type: "OTHER",
        genre: "",
        platforms: ["ios", "android", "desktop"],
        countries: ["US"],
        description,
        storeId: null,
        goals: [
          {
            id: uuid(`${vendor}${name}`),
            name: goal,
            payout: thousandths((payout * (92 + (hash(`${vendor}${name}`) % 20))) / 100),
            days: 30,
          },
        ],
      }),
    ),
  ];
}

const taken = perWorld(() => new Set<string>());
/** Takes an offer down, or brings it back. */
export function takeDown(world: World, vendor: string, id: string, down: boolean): void {
  if (down) taken(world).add(`${vendor}/${id}`);
  else taken(world).delete(`${vendor}/${id}`);
}
export const forgetTaken = (world: World): void => taken(world).clear();
export const whatStands = (world: World, vendor: string, offers: readonly CoinOffer[]): CoinOffer[] =>
  offers.filter(({ id }) => !taken(world).has(`${vendor}/${id}`));

export const sumOf = (offer: CoinOffer): number => offer.goals.reduce((sum, { payout }) => sum + payout, 0);
/** What the vendors' conversion makes of it: 1,000 coins a dollar, set in their dashboards. */
export const coinsFor = (payout: number): number => Math.floor(payout / 1_000);
