/** What the partners module tells of itself to the server. */
import type { Module } from "#platform/module";
import { cookies } from "./cookies.ts";
import { registerLook } from "./http-look.ts";
import { keyId, packId } from "./ids.ts";
import { BRANDS_CHANGED } from "./job-kinds.ts";
import { partnerJobs } from "./jobs.ts";
import { partnersView } from "./operator.ts";
import { PACK_TRANSITIONS } from "./pack-states.ts";
import type { PartnerDoors } from "./partner-doors.ts";
import { partnersSettings } from "./settings.ts";

export const partnersModule = {
  name: "partners",
  migration_place: 4,
  settings: partnersSettings,
  cookies,
  ids: [packId, keyId],
  states: { "partners.packs": PACK_TRANSITIONS },
  events: [BRANDS_CHANGED],
  jobs: ({ partners }) => partnerJobs(partners),
  operators: partnersView,
  hooks: [registerLook],
  texts: ({ partners }) => ({ version: partners.version, load: partners.packs.load, told_of_drafts: true }),
} as const satisfies Module<PartnerDoors>;
