import type { Catalogue } from "./catalogue/catalogue.ts";
import type { CatalogueSize } from "./catalogue/programmes.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./control/faults.ts";
import type { Database } from "./database.ts";
import type { Outbox } from "./networks/outbox.ts";
import type { NextCharge } from "./processor/steering.ts";

export interface Settings {
  host: string;
  port: number;
  smtpPort: number;
  dataDir: string | null;
  productUrl: string;
  postbackImpact: string;
  postbackAwin: string;
  webhookPaypal: string;
  webhookTremendous: string;
  webhookStripe: string;
  /** Milliseconds until PayPal has worked through a batch. */
  payoutDelayMs: number;
  /** Milliseconds before each retry of an unanswered callback. */
  retryDelaysMs: number[];
  /** Multiplies the limits that the providers publish: 1 is as they are. */
  limitFactor: number;
  /** How much the networks list; ids are the same in every size. */
  catalogue: CatalogueSize;
}

/** Everything a part of the sandbox may reach: handed to each part when it is registered. */
export interface World {
  settings: Settings;
  db: Database;
  clock: Clock;
  catalogue: Catalogue;
  faults: Faults;
  outbox: Outbox;
  /** What the next card charges are to do, whatever the card: set by the control API and the world page. */
  charges: NextCharge[];
  /** Own address, known once the server listens. */
  origin(): string;
  /** A timer that never keeps the process alive and dies with the sandbox. */
  after(ms: number, work: () => void): void;
}

/** Credentials every party checks; they open nothing outside this program. */
export const CREDENTIALS = {
  impact: { account: "IRsandbox0000", token: "sandbox-impact-token", partner: "1010" },
  cj: { token: "sandbox-cj-token", publisher: "9990001", website: "8880001" },
  awin: { token: "sandbox-awin-token", publisher: "45628", feedKey: "sandbox-awin-feedkey" },
  paypal: { client: "sandbox-paypal-client", secret: "sandbox-paypal-secret", webhook: "sandbox-webhook" },
  tremendous: { token: "TEST_sandbox", webhookKey: "sandbox-tremendous-key" },
  stripe: {
    secret: "sk_test_sandbox",
    publishable: "pk_test_sandbox",
    webhookSecret: "whsec_sandbox",
    dashboard: "https://dashboard.stripe.com/test/logs",
  },
  google: { client: "sandbox-google-client", secret: "sandbox-google-secret" },
  apple: {
    client: "sandbox.tuppence.web",
    team: "sandboxtea",
    key: "sandboxkey",
    publicKey:
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwp7ItD/jVHoqewnLuJElogVmXJ9bHZY+Ci+O7sm8U1TOxxTQZcxw8l8LniqDrN9p8ef9PYgTKrW1QuGhlUk1UA==",
  },
  facebook: { app: "sandbox-facebook-app", secret: "sandbox-facebook-secret" },
  twilio: { account: "ACsandbox00000000000000000000000000", token: "sandbox-twilio-token" },
  recaptcha: {
    siteKey: "sandbox-recaptcha-site",
    secret: "sandbox-recaptcha-secret",
    testSiteKey: "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI",
    testSecret: "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe",
  },
} as const;

export type NetworkName = "impact" | "cj" | "awin";
