/** What the page of promises shows once much has happened: each part of it filled. */
import type { Counted } from "#promises";

const store = (internal_name: string, name: string, health: "good" | "fair" | "bad", refused: number) => ({
  ...{ internal_name, name, health, refused },
  ...{ orders: 60, within_day: 58, confirmed: 40, median_hours: health === "bad" ? 96 : 3 },
});

export const SAMPLE_COUNT: Counted = {
  counted_at: "2027-03-10T18:07:00.000Z",
  since: "2027-02-08T18:07:00.000Z",
  payouts: {
    asked: 412,
    methods: [
      {
        method: "gift_card",
        ...{ asked: 120, arrived: 120, due: 120, in_time: 120, came_back: 0, median_minutes: 1, slowest_minutes: 2 },
      },
      {
        method: "paypal",
        ...{
          asked: 280,
          arrived: 276,
          due: 276,
          in_time: 273,
          came_back: 3,
          median_minutes: 14,
          slowest_minutes: 1_190,
        },
      },
    ],
  },
  paid_out_minor: "8123450",
  orders: {
    confirmed: 1_204,
    refused: 96,
    reasons: [
      { code: "returned", orders: 61 },
      { code: "terms", orders: 22 },
      { code: null, orders: 13 },
    ],
    confirm_days: 34,
  },
  claims: { due: 88, in_time: 87, promised_days: 3 },
  stores: {
    since: "2026-12-10T18:07:00.000Z",
    judged: [
      store("marlow-finch", "Marlow & Finch", "good", 2),
      store("brightpenny", "Brightpenny", "good", 3),
      store("otter-lane", "Otter Lane", "bad", 24),
    ],
  },
};
