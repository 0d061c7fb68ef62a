/** What operators see and do of coupons: where each came from, one more by hand, and a wrong one gone for good. */
import type { Database } from "#platform/database";
import type { ActRefusal, ObjectLink, OperatorAct, OperatorList, OperatorObject } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CouponRefusal } from "./decide-coupons.ts";
import type { CatalogDesk } from "./desk.ts";
import { offerId, programmeId } from "./ids.ts";
import { readCouponHistory } from "./store/coupon-decisions.ts";
import * as store from "./store/operator-store.ts";

const couponLink = (row: store.CouponFacts): ObjectLink => ({
  kind: "coupon",
  id: offerId.show(row.offer_id),
  line: `${row.merchant_name}: ${row.code ?? "no code"}, ${row.title}${row.retired_at ? ", retired" : row.gone_at ? ", gone" : ""}`,
});
const sourceOf = (row: store.CouponFacts): string =>
  row.network === "own" ? "added by us" : `${row.network} ${row.network_offer_id}`;

const WHY: Partial<Record<CouponRefusal, string>> = {
  merged: "It is a part of another store: the coupon goes there.",
  no_programme: "No program leads to this store, so that nobody could go there with it.",
  known: "The store has a coupon with this code already.",
  retired: "It was retired before: bring that one back, if it is right after all.",
};

const answer = (code: CouponRefusal, detail?: Record<string, string>): Outcome<string, ActRefusal> =>
  code === "unknown_store" || code === "unknown_coupon"
    ? refused("unknown")
    : refused("not_possible", { why: detail?.why ?? WHY[code] ?? "" });

/** On the page of its store. */
export const addCouponAct = (desk: CatalogDesk): OperatorAct => ({
  name: "add coupon",
  what: "It stands with the store's other coupons at once, as added by us; imports leave it alone.",
  permission: "catalog.decide",
  reason: false,
  asks: [
    { name: "title", what: "what it gives, in English: 20% off everything" },
    { name: "title in Spanish", what: "the same in Spanish: 20 % de descuento en todo" },
    { name: "code", what: "its code; empty for an offer without one", optional: true },
    { name: "from", what: "its first day, such as 2026-11-27; empty for now", optional: true },
    { name: "until", what: "its last day; empty for one that does not end", optional: true },
  ],
  async run(id, { by, reason, values }) {
    const outcome = await desk.addCoupon({
      ...{ store: id, by, reason, title: values.title ?? "", title_es: values["title in Spanish"] ?? "" },
      ...{ code: values.code ?? "", from: values.from ?? "", until: values.until ?? "" },
    });
    return outcome.ok ? done(`It is there: ${outcome.value}.`) : answer(outcome.code, outcome.detail);
  },
});

const couponActs = (desk: CatalogDesk): readonly OperatorAct[] => [
  {
    name: "retire",
    what: "It is gone at once and everywhere, with every coupon of its store that has the same code, and no import brings it back.",
    permission: "catalog.decide",
    atOnce: true,
    reason: true,
    async run(coupon, { by, reason }) {
      const outcome = await desk.retireCoupon({ coupon, by, reason });
      if (!outcome.ok) return answer(outcome.code);
      return done(outcome.value === 0 ? "It was retired before." : `Gone: ${outcome.value} of this code.`);
    },
  },
  {
    name: "check now",
    what: "Whoever next tries codes at this store by the extension, and allows telling us, tries it first; their answer ends this. We shop at no store ourselves, so that it takes until somebody does.",
    permission: "catalog.decide",
    atOnce: true,
    reason: false,
    async run(coupon, { by, reason }) {
      const outcome = await desk.checkCoupon({ coupon, by, reason, wanted: true });
      if (!outcome.ok) return answer(outcome.code);
      return outcome.value === 0
        ? refused("not_possible", { why: "It has no code, is not listed, or is asked for already." })
        : done("It is tried first by the next shopper who tells us.");
    },
  },
  {
    name: "check no more",
    what: "It is tried in its usual place again.",
    permission: "catalog.decide",
    atOnce: true,
    reason: false,
    async run(coupon, { by, reason }) {
      const outcome = await desk.checkCoupon({ coupon, by, reason, wanted: false });
      if (!outcome.ok) return answer(outcome.code);
      return outcome.value === 0
        ? refused("not_possible", { why: "No check of it is asked for." })
        : done("It is tried in its usual place again.");
    },
  },
  {
    name: "bring back",
    what: "It is no longer retired: what its network says of it counts again.",
    permission: "catalog.decide",
    atOnce: true,
    reason: false,
    async run(coupon, { by, reason }) {
      const outcome = await desk.bringBackCoupon({ coupon, by, reason });
      if (!outcome.ok) return answer(outcome.code);
      if (outcome.value === 0) return refused("not_possible", { why: "Nobody retired it." });
      return done(`Back: ${outcome.value} of this code, where they have not ended.`);
    },
  },
];

export const couponObject = (db: Database, desk: CatalogDesk): OperatorObject => ({
  kind: "coupon",
  permission: "catalog.see",
  search: async (text, most) =>
    (await store.findCoupons(db, { id: offerId.read(text), code: text.toUpperCase() }, most)).map(couponLink),
  async show(shown) {
    const id = offerId.read(shown);
    const [row] = id ? await store.findCoupons(db, { id, code: "" }, 1) : [];
    if (!row) return null;
    const history = await readCouponHistory(db, row.offer_id);
    return {
      facts: known({
        title: row.title,
        "title in Spanish": row.title_es,
        code: row.code,
        "came from": sourceOf(row),
        from: row.starts_at,
        until: row.ends_at,
        "worked for members": `${row.worked} of ${row.tried} who tried`,
        checked: row.verified_at,
        "check asked for": row.gone_at ? null : row.check_asked_at,
        gone: row.gone_at,
        retired: row.retired_at,
      }),
      timeline: [
        ...(row.network === "own" ? [] : [{ at: row.created_at, what: "came into the catalog", by: "import" }]),
        ...history.map(({ at, by, what, reason }) => ({ at, what: reason ? `${what}: ${reason}` : what, by })),
        ...(row.gone_at && !row.retired_at ? [{ at: row.gone_at, what: "was gone", by: "import" }] : []),
      ],
      links: [
        { kind: "store", id: row.internal_name, line: row.merchant_name },
        { kind: "programme", id: programmeId.show(row.programme_id), line: "the program that it belongs to" },
      ],
    };
  },
  acts: couponActs(desk),
});

export const couponList = (db: Database): OperatorList => ({
  name: "coupons",
  what: "Coupons and offers of every source, newest first",
  empty: "Coupons come with the feeds of the networks; add one of ours on the page of its store.",
  permission: "catalog.see",
  filters: [
    { name: "from", values: ["all", ...store.COUPON_SOURCES] },
    { name: "state", values: ["all", ...store.COUPON_STATES] },
  ],
  async read({ filters, after, most }) {
    const rows = await store.listCoupons(db, {
      source: readFilter(filters.from, store.COUPON_SOURCES),
      state: readFilter(filters.state, store.COUPON_STATES),
      after: readPlace(after, offerId),
      most,
    });
    return {
      rows: rows.map((row) => ({
        ...couponLink(row),
        facts: known({
          store: row.merchant_name,
          code: row.code,
          title: row.title,
          from: sourceOf(row),
          state: row.retired_at ? "retired" : row.gone_at ? "gone" : "listed",
          since: row.created_at,
          until: row.ends_at,
        }),
      })),
      after: placeAfter(rows, most, ({ created_at, offer_id }) => ({ at: created_at, shown: offerId.show(offer_id) })),
    };
  },
});
