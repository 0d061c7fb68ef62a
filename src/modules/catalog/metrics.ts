/** What operators watch of imports. */
import { defineGauge } from "#platform/metrics";

export const IMPORTS_HELD = defineGauge({
  name: "tuppence_imports_held",
  help: "Feeds that lack so much that a person decides whether it is gone (npm run desk -- imports)",
  alarm: "is not 0",
});
