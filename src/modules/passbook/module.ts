/** What the passbook tells of itself to the server. */

import type { Identity } from "#identity";
import type { Membership } from "#membership";
import type { Module } from "#platform/module";
import { type PassbookCalls, registerPassbookCalls } from "./http.ts";
import { navigation } from "./navigation.ts";
import { passbookView } from "./operator.ts";
import type { Passbook } from "./passbook.server.ts";

export const passbookModule = {
  name: "passbook",
  migration_place: 17,
  navigation,
  operators: passbookView,
  calls: registerPassbookCalls,
} as const satisfies Module<PassbookCalls & { identity: Identity; membership: Membership; passbook: Passbook }>;
