/**
 * How each module gives everything of one member to another, when two accounts become one. Withdrawals before orders
 * before money: whoever works on one of them takes its locks in this order.
 */
import type { MemberMover } from "#identity";
import type { Ledger } from "#ledger";
import type { Membership } from "#membership";
import * as cashback from "../modules/cashback/member-move-store.ts";
import * as catalog from "../modules/catalog/member-move-store.ts";
import * as landing from "../modules/landing/member-move-store.ts";
import * as notifications from "../modules/notifications/member-move-store.ts";
import * as payouts from "../modules/payouts/member-move-store.ts";
import * as rewards from "../modules/rewards/member-move-store.ts";

export const memberMovers = (ledger: Ledger, membership: Membership): readonly MemberMover[] => [
  notifications.moveMember,
  catalog.moveMember,
  membership.moveMember,
  payouts.moveMember,
  rewards.moveMember,
  landing.moveMember,
  cashback.moveMember,
  ledger.moveMember,
];
