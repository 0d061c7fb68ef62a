/** Stores, coupons and programmes on the operators' pages. */
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorList, OperatorObject } from "#platform/operator";
import { known, readFilter } from "#platform/operator-parts";
import type { CatalogDesk } from "./desk.ts";
import { programmeId } from "./ids.ts";
import { addCouponAct, couponObject } from "./operator-coupons.ts";
import { type KnownShares, rateActs, readRateView, readStoreRates } from "./operator-rates.ts";
import { storeActs } from "./operator-stores.ts";
import * as store from "./store/operator-store.ts";
import { readDecidedFields, readStoreHistory } from "./store/store-decisions.ts";
import { readPartsOf } from "./store/store-merges.ts";
import { showStoreWord } from "./store-fields.ts";
import { merchantCategoryName } from "./taxonomy/taxonomy.ts";

const rateOf = (row: store.StoreFacts): string => {
  if (row.rate_kind === "none") return "none";
  const rate = row.rate_kind === "percent" ? `${(row.rate_bps / 100).toFixed(2)}%` : showUsd(row.rate_minor);
  return row.rate_up_to ? `up to ${rate}` : rate;
};
const storeLink = (row: store.StoreFacts): ObjectLink => ({
  kind: "store",
  id: row.internal_name,
  line: `${row.name} (${row.domain})${row.live ? "" : ", not shown"}`,
});
const programmeLink = (row: store.ProgrammeFacts): ObjectLink => ({
  kind: "programme",
  id: programmeId.show(row.programme_id),
  line: `${row.name} on ${row.network}${row.gone_at ? ", gone" : row.cash_back_allowed ? "" : ", pays no cash back"}`,
});
const aboutStore = (row: { internal_name: string; merchant_name: string }): ObjectLink => ({
  kind: "store",
  id: row.internal_name,
  line: row.merchant_name,
});

/** `900 nike`: where the page before ended. */
const readStorePlace = (text: string | null) => {
  const found = /^(-?\d{1,9}) ([a-z0-9-]{1,120})$/.exec(text ?? "");
  return found ? { popularity: Number(found[1]), name: found[2] ?? "" } : null;
};

export const storeList = (db: Database): OperatorList => ({
  name: "stores",
  what: "Stores, the best known first",
  empty: "Stores come with the programs of the networks: npm run import, or wait for the schedule.",
  permission: "catalog.see",
  filters: [{ name: "sight", values: ["all", ...store.STORE_SIGHTS] }],
  async read({ filters, after, most }) {
    const sight = readFilter(filters.sight, store.STORE_SIGHTS);
    const rows = await store.listStoreFacts(db, { sight, after: readStorePlace(after), most });
    const last = rows.length === most ? rows.at(-1) : undefined;
    return {
      rows: rows.map((row) => ({
        ...storeLink(row),
        facts: known({
          store: row.name,
          address: row.domain,
          category: merchantCategoryName(row.category),
          "cash back": rateOf(row),
          coupons: String(row.live_coupons),
          shown: sightOf(row),
        }),
      })),
      after: last ? `${last.popularity} ${last.internal_name}` : null,
    };
  },
});

const sightOf = (row: store.StoreFacts): string =>
  row.live ? "yes" : row.now_name ? "no, a part of another store" : row.hidden ? "no, hidden" : "no";

type Parts = { db: Database; clock: Clock; desk: CatalogDesk; shares: KnownShares };

export const catalogObjects = ({ db, clock, desk, shares }: Parts): readonly OperatorObject[] => [
  {
    kind: "store",
    permission: "catalog.see",
    search: async (text, most) => (text.length < 2 ? [] : (await store.findStores(db, text, most)).map(storeLink)),
    async show(id) {
      const row = (await store.findStores(db, id, 1)).find((one) => one.internal_name === id);
      if (!row) return null;
      const programmes = await store.readProgrammesOf(db, row.merchant_id);
      const decided = await readDecidedFields(db, row.merchant_id);
      const history = await readStoreHistory(db, row.merchant_id);
      const parts = await readPartsOf(db, row.merchant_id);
      const rates = await readStoreRates(db, programmes, shares);
      return {
        facts: known({
          name: row.name,
          address: row.domain,
          category: merchantCategoryName(row.category),
          "also called": row.aliases.join(", "),
          "how well known": String(row.start_popularity),
          shown: sightOf(row),
          "cash back that counts": rateOf(row),
          ...rates,
          coupons: String(row.live_coupons),
          "with us since": row.created_at,
          ...Object.fromEntries(decided.map(({ field, told }) => [`${field} as imported`, showStoreWord(field, told)])),
        }),
        ...(row.logo_path && { picture: `/media/merchants/${row.logo_path}` }),
        timeline: [
          { at: row.created_at, what: "came into the catalog", by: "import" },
          ...history.map(({ at, what, reason, by }) => ({ at, what: reason ? `${what}. ${reason}` : what, by })),
        ],
        links: [
          ...(row.now_name ? [{ kind: "store", id: row.now_name, line: "the store that it is a part of" }] : []),
          ...parts.map((one) => ({ kind: "store", id: one.internal_name, line: `${one.name}, a part of it` })),
          ...programmes.map(programmeLink),
        ],
      };
    },
    acts: [...storeActs(desk), addCouponAct(desk)],
  },
  {
    kind: "programme",
    permission: "catalog.see",
    search: async (text, most) =>
      (await store.findProgrammes(db, { id: programmeId.read(text), text }, most)).map(programmeLink),
    async show(shown) {
      const id = programmeId.read(shown);
      const [row] = id ? await store.findProgrammes(db, { id, text: "" }, 1) : [];
      if (!row) return null;
      const history = await store.readProgrammeHistory(db, row.programme_id);
      const rates = await readRateView(db, row, shares, clock.now());
      return {
        facts: known({
          network: `${row.network} ${row.network_programme_id}`,
          address: row.url,
          "cash back": row.cash_back_allowed ? "allowed" : "not allowed",
          ...rates.facts,
          "orders stay open for": row.locking_days !== null && `${row.locking_days} days`,
          told: row.updated_at,
          gone: row.gone_at,
          terms: row.terms?.slice(0, 1_000),
        }),
        timeline: [
          ...history.map((one) => ({
            at: one.at,
            what: `${one.decision}${one.locking_days === null ? "" : `, ${one.locking_days} days`}`,
            by: one.by,
          })),
          ...rates.timeline,
        ].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
        links: [aboutStore(row)],
      };
    },
    acts: rateActs(desk, shares),
  },
  couponObject(db, desk),
];
