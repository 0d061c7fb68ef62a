/** What the verbs of this folder are given beside the room of accounts. */
import type { Seal } from "#platform/seal";
import type { IdentityRoom } from "../room.ts";
import type { ProviderName, SocialProvider } from "./provider.types.ts";

export type SocialRoom = IdentityRoom & {
  providers: ReadonlyMap<ProviderName, SocialProvider>;
  seal: Seal;
};

/** Exactly the address that the providers have on their lists. */
export const callbackUrl = (room: IdentityRoom, provider: ProviderName): string =>
  `${room.settings.PUBLIC_URL}/auth/${provider}/callback`;
