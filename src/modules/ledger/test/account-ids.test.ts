/** Ids of accounts follow from their names, the same for good; and what a process remembers of them is as much as it was told. */
import { expect, it } from "vitest";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { createAccountIds } from "../account-ids.ts";
import { MEMBER_AVAILABLE } from "../accounts.ts";
import { accountId } from "../rules.ts";

/** As they were before modules declared their kinds: accounts of living databases have these. */
const IDS = [
  ["member_pending", "85d02c84-4bca-86b0-990f-ec3dfe33072d"],
  ["member_available", "cedb6c5a-ade7-81c0-8e89-248f270b6269"],
  ["member_held", "4967554d-a798-8bf1-951b-122f6cfe1256"],
  ["member_clawback", "3f6c71a2-b51f-8f02-86dc-2c52b5674914"],
  ["member_coins", "29f720d2-e5e9-8415-aaa6-d856c1bc5298"],
  ["member_coins_held", "11e85ea6-b360-80b8-a685-77d63e7d0de5"],
  ["member_coins_pending", "e1ac70eb-b7af-8d7e-a761-0141c6e8b4d4"],
  ["member_coins_clawback", "90ffedf6-819a-8989-a103-2938e6993b34"],
  ["network_receivable", "2906cffb-168b-8f1d-8f89-c680c2383139"],
  ["payout_float", "f32b5e0d-d870-8389-a4dc-99b47c13f345"],
  ["margin_pending", "5c485840-4a80-8dd2-b252-645bf73d1d7b"],
  ["margin", "4b9e9346-653a-8696-95fb-0a5a0b6cdc25"],
  ["coins_issued", "caee5908-566b-86ae-aadc-6672cc95adc6"],
  ["offer_receivable", "15d94743-f1c7-8e8d-8790-fd46e2e2e29e"],
  ["coin_reserve", "4937b29d-9b1e-8c92-a97f-70ef705c5fab"],
  ["goodwill", "8784a0d4-8382-87d8-b218-44c3b1715b8b"],
  ["marketing", "810d24af-8c84-85bb-89be-baeac40dc83d"],
  ["rebates", "d8794e6c-93fa-82a3-aee9-de320fff2022"],
  ["given_up", "5033867f-185d-8949-ae2e-4421b1e46c42"],
  ["unclaimed", "a7387c6c-d8dc-8c56-8c88-46bfefaa3e7c"],
  ["payout_fees", "8a53deb7-4481-80ec-a693-c7665bfac1cb"],
  ["membership_income", "09e3a05f-375a-82dc-96e0-efb867976c20"],
  ["membership_refunds", "4263def4-901b-8a3c-91e5-26f8f77f5831"],
  ["processor_clearing", "6beed20b-d51e-876f-9527-e7ec7f25a1ce"],
  ["processor_fees", "984c901d-c898-8668-aa1f-28d63f5433c2"],
  ["bank", "4e9a6e83-8825-8a1f-a35b-919193953f22"],
  ["cash_in_transit", "6f8bc9c0-ec1e-81b7-95f6-4f4b4bd0e1bd"],
  ["remittance_difference", "d447d31e-cecb-8dad-bee2-e2f462c49d78"],
  ["network_fees", "dfc3ab46-4a35-88f3-a674-c41b7f0a9d09"],
  ["exchange_differences", "7986f3b4-7b7a-8351-920f-8aa9bd17d2ea"],
  ["write_offs", "714981da-c522-833d-aef9-8d41a027eda8"],
];

it("gives every account the id that it has always had", () => {
  expect(ACCOUNT_KINDS.length).toBeGreaterThanOrEqual(IDS.length);
  const idOf = (name: string | undefined) => {
    const kind = ACCOUNT_KINDS.find((one) => one.name === name);
    return [name, kind && accountId({ kind, owner: "house" })];
  };
  expect(IDS.map(([name]) => idOf(name))).toEqual(IDS);
  expect(accountId({ kind: MEMBER_AVAILABLE, owner: "0198c0de-0000-7000-8000-000000000001" })).toBe(
    "cdd3bc1a-6e02-80ac-83ca-9335c311eabe",
  );
});

it("holds no more than its bound over all kinds together, and says the same of a name as before", () => {
  const ids = createAccountIds(100);
  for (let member = 0; member < 200; member += 1)
    for (const kind of ACCOUNT_KINDS) {
      const name = { kind, owner: `member-${member}` };
      expect([ids.of(name), ids.of(name)]).toEqual([accountId(name), accountId(name)]);
      expect(ids.size()).toBeLessThanOrEqual(100);
    }
  expect(ids.size()).toBeGreaterThan(0);
});
