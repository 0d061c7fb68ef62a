/** What the partners module tells of itself to the server. */
import { defineModule } from "#platform/module";
import { cookies } from "./cookies.ts";
import { registerLook } from "./http-look.ts";
import { keyId, packId } from "./ids.ts";
import { partnerJobs } from "./jobs.ts";
import { partnersView } from "./operator.ts";
import { PACK_TRANSITIONS } from "./pack-states.ts";
import type { PartnerDoors } from "./partner-doors.ts";

export const partnersModule = defineModule<PartnerDoors>({
  name: "partners",
  cookies,
  ids: [packId, keyId],
  states: { "partners.packs": PACK_TRANSITIONS },
  jobs: ({ partners }) => partnerJobs(partners),
  operators: partnersView,
  hooks: [registerLook],
});
