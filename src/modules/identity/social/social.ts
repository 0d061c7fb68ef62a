/** The verbs of this folder, as the door of accounts offers them. */
import { addDays } from "#platform/clock";
import { createSeal } from "#platform/seal";
import type { Member } from "../identity.types.ts";
import type { IdentityRoom } from "../room.ts";
import { authenticateAndLink } from "./authenticate-link.ts";
import { finishSocial, keepSocialPost } from "./finish-social.ts";
import { listLinkedAccounts, revokeConsent, unlinkAccount } from "./linked-accounts.ts";
import { makeNonce, takeCredential } from "./one-tap.ts";
import type { ProviderName } from "./provider.types.ts";
import { isProvider } from "./provider.types.ts";
import { takeAppleNotice, takeFacebookDeletion, whenDeleted } from "./provider-notices.ts";
import { createProviders } from "./providers.ts";
import { callbackUrl, type SocialRoom } from "./social-room.ts";
import { deleteOldStates } from "./social-store.ts";
import { startSocial } from "./start-social.ts";

export function createSocial(identity: IdentityRoom) {
  const room: SocialRoom = {
    ...identity,
    providers: createProviders(identity.settings, identity.clock, identity.health),
    seal: createSeal(identity.secret),
  };
  return {
    /** Providers that are set up, in the order of their buttons. */
    providers: (): ProviderName[] => [...room.providers.keys()],
    /** The one address that a provider has on its list; null for none that we know. */
    callbackUrl: (provider: string): string | null => (isProvider(provider) ? callbackUrl(room, provider) : null),
    start: (input: Parameters<typeof startSocial>[1]) => startSocial(room, input),
    finish: (input: Parameters<typeof finishSocial>[1]) => finishSocial(room, input),
    keepPost: (provider: string, params: Readonly<Record<string, unknown>>) => keepSocialPost(room, provider, params),
    authenticate: (input: Parameters<typeof authenticateAndLink>[1]) => authenticateAndLink(room, input),
    makeNonce: (provider: string) => makeNonce(room, provider),
    takeCredential: (input: Parameters<typeof takeCredential>[1]) => takeCredential(room, input),
    linkedAccounts: (userId: string) => listLinkedAccounts(room, userId),
    unlink: (member: Member, id: string, password: string | null) => unlinkAccount(room, member, id, password),
    takeAppleNotice: (payload: string) => takeAppleNotice(room, payload),
    takeFacebookDeletion: (signedRequest: string) => takeFacebookDeletion(room, signedRequest),
    whenDeleted: (code: string) => whenDeleted(room, code),
    revokeConsent: (input: Parameters<typeof revokeConsent>[1]) => revokeConsent(room, input),
    /** States that ran out are of no use to anybody. */
    tidy: () => deleteOldStates(room.database.db, addDays(room.clock.now(), -1)),
  };
}

export type Social = ReturnType<typeof createSocial>;
