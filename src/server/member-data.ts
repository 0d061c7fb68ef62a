/** Who keeps what of a member, in the modules' order: for the copy that members may ask for, and for their leaving. */
import type { DataKeeper } from "#identity";
import type { Membership } from "#membership";
import * as attribution from "../modules/attribution/member-data-store.ts";
import * as cashback from "../modules/cashback/member-data-store.ts";
import * as catalog from "../modules/catalog/member-data-store.ts";
import * as landing from "../modules/landing/member-data-store.ts";
import * as notifications from "../modules/notifications/member-data-store.ts";
import * as payables from "../modules/payables/member-data-store.ts";
import * as payouts from "../modules/payouts/member-data-store.ts";
import * as rewards from "../modules/rewards/member-data-store.ts";

export const dataKeepers = (membership: Membership): readonly DataKeeper[] => [
  { name: "notifications", read: notifications.readMemberData, erase: notifications.eraseMemberData },
  { name: "attribution", read: attribution.readMemberData, erase: attribution.eraseMemberData },
  { name: "catalog", read: catalog.readMemberData, erase: catalog.eraseMemberData },
  membership.data,
  { name: "cashback", read: cashback.readMemberData, erase: cashback.eraseMemberData },
  { name: "landing", read: landing.readMemberData, erase: landing.eraseMemberData },
  { name: "rewards", read: rewards.readMemberData, erase: rewards.eraseMemberData },
  { name: "payables", read: payables.readMemberData, erase: payables.eraseMemberData },
  { name: "payouts", read: payouts.readMemberData, erase: payouts.eraseMemberData },
];
