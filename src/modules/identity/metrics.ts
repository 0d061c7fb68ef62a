/** What identity tells of the captcha. */
import { Counter, type Registry } from "prom-client";

export const createIdentityMetrics = (registry: Registry) => ({
  captchaFaults: new Counter({
    name: "tuppence_captcha_faults_total",
    help: "Checks that the captcha service refused because of our own settings",
    labelNames: ["reason"],
    registers: [registry],
  }),
});
