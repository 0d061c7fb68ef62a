/** What the verbs of this folder are given beside the context of accounts. */
import type { Seal } from "#platform/seal";
import type { IdentityContext } from "../context.ts";
import type { ProviderName, SocialProvider } from "./provider.types.ts";

export type SocialContext = IdentityContext & {
  providers: ReadonlyMap<ProviderName, SocialProvider>;
  seal: Seal;
};

/** Exactly the address that the providers have on their lists. */
export const callbackUrl = (context: IdentityContext, provider: ProviderName): string =>
  `${context.settings.PUBLIC_URL}/auth/${provider}/callback`;
