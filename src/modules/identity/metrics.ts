/** What operators watch of the captcha. */
import { defineCounter } from "#platform/metrics";

export const CAPTCHA_FAULTS = defineCounter({
  name: "tuppence_captcha_faults_total",
  help: "Checks that the captcha service refused because of our own settings",
  labels: ["reason"],
  alarm: "grows",
});
