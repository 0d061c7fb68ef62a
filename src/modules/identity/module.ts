/** What identity tells of itself to the server. */

import formbody from "@fastify/formbody";
import type { Attribution } from "#attribution";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Channels } from "#platform/channels";
import type { DatabaseHandle } from "#platform/database";
import { readCookie } from "#platform/http";
import { userId } from "#platform/ids";
import type { Module } from "#platform/module";
import { cookies } from "./cookies.ts";
import { registerElement } from "./element/element-http.ts";
import { registerIdentityCalls, visitOf } from "./http.ts";
import { registerAccountCalls } from "./http-account.ts";
import { registerExtensionSignIn } from "./http-extension.ts";
import { registerFactorCalls } from "./http-factors.ts";
import { registerPartnerMembers } from "./http-partner.ts";
import { registerSocialCalls, registerSocialHooks } from "./http-social.ts";
import type { Identity } from "./identity.server.ts";
import { linkId, sessionId } from "./ids.ts";
import { CLOSED } from "./job-kinds.ts";
import { identityJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LETTERS_OF_LAW } from "./letters-of-law.ts";
import { LETTERS_OF_OPERATORS } from "./letters-of-operators.ts";
import { partnerInvitation } from "./letters-of-partners.ts";
import { LIMITS } from "./limits.ts";
import { CAPTCHA_FAULTS } from "./metrics.ts";
import { navigation } from "./navigation.ts";
import { memberView } from "./operator.ts";
import { memberFiguresOf } from "./partner-figure-store.ts";
import { identityFacts, identitySettings } from "./settings.ts";

/** What a provider posts back; its tokens are a few kB at most. */
const MAX_HOOK_BYTES = 32_768;
const SIGN_INS_A_MINUTE = 12;

type Doors = {
  identity: Identity;
  partners: Partners;
  attribution: Attribution;
  notifications: Pick<Notifications, "pushes">;
  channels: Channels;
  limitFactor: number;
  database: Pick<DatabaseHandle, "db">;
};

function callsOf({ identity, partners, attribution, limitFactor }: Doors): Parameters<typeof registerSocialCalls>[1] {
  return {
    identity,
    product: partners.home.product,
    partnerOf: (request) =>
      partners.select({
        partner:
          readCookie(request.headers.cookie, "partner") ??
          attribution.attributionOf(request.headers.cookie)?.partner ??
          null,
        host: request.hostname,
      }).partner_name,
    arrivalOf(request) {
      const { sid, cid, country_code, reads_in } = attribution.arrivalOf((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? value : null;
      });
      // What a page shows is not changed by who brought its reader.
      return { sid, cid, country_code, reads_in, reads_under: partners.ofRequest(request).partner_name };
    },
    signInLimit: Math.max(1, Math.round(SIGN_INS_A_MINUTE * limitFactor)),
  };
}

export const identityModule = {
  name: "identity",
  migration_place: 6,
  settings: identitySettings,
  facts: identityFacts,
  limits: LIMITS,
  navigation,
  ids: [userId, sessionId, linkId],
  cookies,
  operators: ({ identity, database }) => ({ ...memberView(identity), partners: memberFiguresOf(database.db) }),
  metrics: [CAPTCHA_FAULTS],
  letters: [...LETTERS, ...LETTERS_OF_LAW, ...LETTERS_OF_OPERATORS, partnerInvitation],
  events: [CLOSED],
  jobs: ({ identity }) => identityJobs(identity),
  introduce({ identity, notifications, channels }) {
    notifications.pushes.registerSessions(identity.liveSessions);
    // Sessions that ended by another process.
    channels.hear("tuppence_sessions", { told: identity.forgetSession, missed: identity.forgetSessions });
  },
  requests: () => ({ visitOf }),
  calls(scope, doors) {
    const calls = callsOf(doors);
    registerIdentityCalls(scope, calls);
    registerAccountCalls(scope, calls);
    registerSocialCalls(scope, calls);
    registerFactorCalls(scope, calls);
    registerExtensionSignIn(scope, calls);
    registerPartnerMembers(scope, doors);
    registerElement(scope, () =>
      Object.fromEntries(doors.partners.all().map(({ partner_name, name }) => [partner_name, name])),
    );
  },
  hooks: [
    async (scope, { identity }) => {
      await scope.register(formbody, { bodyLimit: MAX_HOOK_BYTES });
      registerSocialHooks(scope, { identity });
    },
  ],
} as const satisfies Module<Doors>;
