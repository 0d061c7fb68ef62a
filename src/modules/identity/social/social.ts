/** The verbs of this folder, as the door of accounts offers them. */
import { addDays } from "#platform/clock";
import { createSeal } from "#platform/seal";
import type { IdentityContext } from "../context.ts";
import type { Member } from "../identity.types.ts";
import { authenticateAndLink } from "./authenticate-link.ts";
import { finishSocial, keepSocialPost } from "./finish-social.ts";
import { listLinkedAccounts, revokeConsent, unlinkAccount } from "./linked-accounts.ts";
import { makeNonce, takeCredential } from "./one-tap.ts";
import type { ProviderName } from "./provider.types.ts";
import { isProvider } from "./provider.types.ts";
import { keepAppleNotice, keepFacebookDeletion, readNotices, takeNotice, whenDeleted } from "./provider-notices.ts";
import { createProviders } from "./providers.ts";
import { callbackUrl, type SocialContext } from "./social-context.ts";
import { deleteOldStates, listProviders } from "./social-store.ts";
import { startSocial } from "./start-social.ts";

export function createSocial(identity: IdentityContext) {
  const context: SocialContext = {
    ...identity,
    providers: createProviders(identity.settings, identity.clock, identity.health),
    seal: createSeal(identity.secret),
  };
  readNotices(identity.inbox);
  return {
    /** Providers that are set up, in the order of their buttons. */
    providers: (): ProviderName[] => [...context.providers.keys()],
    /** The one address that a provider has on its list; null for none that we know. */
    callbackUrl: (provider: string): string | null => (isProvider(provider) ? callbackUrl(context, provider) : null),
    start: (input: Parameters<typeof startSocial>[1]) => startSocial(context, input),
    finish: (input: Parameters<typeof finishSocial>[1]) => finishSocial(context, input),
    keepPost: (provider: string, params: Readonly<Record<string, unknown>>) =>
      keepSocialPost(context, provider, params),
    authenticate: (input: Parameters<typeof authenticateAndLink>[1]) => authenticateAndLink(context, input),
    makeNonce: (provider: string) => makeNonce(context, provider),
    takeCredential: (input: Parameters<typeof takeCredential>[1]) => takeCredential(context, input),
    linkedAccounts: (userId: string) => listLinkedAccounts(context, userId),
    linkedProviders: (userId: string) => listProviders(context.database.db, userId),
    unlink: (member: Member, id: string, password: string | null) => unlinkAccount(context, member, id, password),
    keepAppleNotice: (payload: string) => keepAppleNotice(context, payload),
    keepFacebookDeletion: (signedRequest: string) => keepFacebookDeletion(context, signedRequest),
    takeNotice: (inboxId: string) => takeNotice(context, inboxId),
    whenDeleted: (code: string) => whenDeleted(context, code),
    revokeConsent: (input: Parameters<typeof revokeConsent>[1]) => revokeConsent(context, input),
    /** States that ran out are of no use to anybody. */
    tidy: () => deleteOldStates(context.database.db, addDays(context.clock.now(), -1)),
  };
}

export type Social = ReturnType<typeof createSocial>;
