/** What benefits tell of themselves to the server. */
import { defineModule } from "#platform/module";
import type { Benefits } from "./benefits.server.ts";
import { BOOST_TRANSITIONS } from "./boost-rules.ts";
import { boostDescriber } from "./describe-boosts.ts";
import { rebateClaimId } from "./ids.ts";
import { benefitJobs } from "./jobs.ts";

export const benefitsModule = defineModule<{ benefits: Benefits }>({
  name: "benefits",
  ids: [rebateClaimId],
  states: { "benefits.boosts": BOOST_TRANSITIONS },
  describers: [boostDescriber],
  jobs: ({ benefits }) => benefitJobs(benefits),
});
