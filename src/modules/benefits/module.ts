/** What benefits tell of themselves to the server. */
import { defineModule } from "#platform/module";
import { rebateClaimId } from "./ids.ts";

export const benefitsModule = defineModule({
  name: "benefits",
  ids: [rebateClaimId],
});
