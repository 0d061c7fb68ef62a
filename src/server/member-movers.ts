/**
 * How each module gives everything of one member to another, when two accounts become one. Payables before withdrawals before orders
 * before money: whoever works on one of them takes its locks in this order.
 */
import type { MemberMover } from "#identity";
import type { Landing } from "#landing";
import type { Ledger } from "#ledger";
import type { Membership } from "#membership";
import type { Payables } from "#payables";
import type { Rewards } from "#rewards";
import * as cashback from "../modules/cashback/member-move-store.ts";
import * as catalog from "../modules/catalog/member-move-store.ts";
import * as notifications from "../modules/notifications/member-move-store.ts";
import * as payouts from "../modules/payouts/member-move-store.ts";

type Movers = { ledger: Ledger; payables: Payables; membership: Membership; landing: Landing; rewards: Rewards };

export const memberMovers = ({ ledger, payables, membership, landing, rewards }: Movers): readonly MemberMover[] => [
  notifications.moveMember,
  catalog.moveMember,
  membership.moveMember,
  payables.moveMember,
  payouts.moveMember,
  rewards.moveMember,
  landing.moveMember,
  cashback.moveMember,
  ledger.moveMember,
];
