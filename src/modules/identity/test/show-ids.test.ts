import { expect, it } from "vitest";
import { definePublicId, newId } from "#platform/ids";
import { showIds } from "../show-ids.ts";

const user = definePublicId("user", "usr");
const order = definePublicId("order", "ord");
const coinClaim = definePublicId("coin_claim", "ccl");
const receipt = definePublicId("receipt", "rct");
const id = newId("row");
const bare = id.replaceAll("-", "");
const all = [user, order, coinClaim, receipt];

it("shows ids by the kinds that modules declare, its own first, and leaves out what has none", () => {
  const value = {
    ...{
      user_id: id,
      merged_into: id,
      order_id: id,
      claim_id: id,
      attempt_id: id,
      event_id: 7n,
      hotel_id: 9,
      sequence: 3,
    },
    ...{
      receipts: [id],
      at: new Date(0),
      note: `from ${id}`,
      network_order_id: "0d3f0f4e-1c1b-4c52-9d3c-0d9a3a5f9a11",
    },
    history: [{ state: "paid", claim_id: id, by: null }],
  };
  expect(showIds({ coins: { value, own: [coinClaim] } }, all)).toEqual({
    coins: {
      ...{ user_id: `usr_${bare}`, merged_into: `usr_${bare}`, order_id: `ord_${bare}`, claim_id: `ccl_${bare}` },
      ...{ sequence: 3, hotel_id: 9, receipts: [`rct_${bare}`], at: new Date(0), note: "from …" },
      network_order_id: "0d3f0f4e-1c1b-4c52-9d3c-0d9a3a5f9a11",
      history: [{ state: "paid", claim_id: `ccl_${bare}`, by: null }],
    },
  });
  // Another module's claim is not this one's.
  expect(showIds({ rewards: { value: { claim_id: id }, own: [] } }, all)).toEqual({ rewards: {} });
});
