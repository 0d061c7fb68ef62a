/** What rewards tells of itself to the server. */
import { defineModule } from "#platform/module";
import { cookies } from "./cookies.ts";
import { rewardDescribers } from "./describe-rewards.ts";
import { type RewardCalls, registerRewardCalls } from "./http.ts";
import { rewardJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";

export const rewardsModule = defineModule<RewardCalls>({
  name: "rewards",
  cookies,
  jobs: ({ rewards }) => rewardJobs(rewards),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ rewards }) => rewards.moveMember,
  describers: rewardDescribers,
  calls: registerRewardCalls,
});
