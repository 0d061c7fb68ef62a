/** What shipments tell of themselves to the server. */
import type { Module } from "#platform/module";
import { CASE_TRANSITIONS } from "./case-rules.ts";
import { registerShipmentCalls, registerShipmentHooks, type ShipmentCalls, type ShipmentHooks } from "./http.ts";
import { parcelCaseId, parcelId } from "./ids.ts";
import { CASE_NEWS } from "./job-kinds.ts";
import { shipmentsJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { shipmentsView } from "./operator.ts";
import { PARCEL_TRANSITIONS } from "./rules.ts";
import { shipmentsFacts, shipmentsSettings } from "./settings.ts";

export const shipmentsModule = {
  name: "shipments",
  migration_place: 24,
  settings: shipmentsSettings,
  facts: shipmentsFacts,
  limits: LIMITS,
  ids: [parcelId, parcelCaseId],
  states: { "shipments.parcels": PARCEL_TRANSITIONS, "shipments.cases": CASE_TRANSITIONS },
  letters: LETTERS,
  events: [CASE_NEWS],
  jobs: ({ shipments }) => shipmentsJobs(shipments),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  operators: ({ shipments }) => shipmentsView(shipments),
  calls: registerShipmentCalls,
  hooks: [registerShipmentHooks],
} as const satisfies Module<ShipmentCalls & ShipmentHooks>;
