/** The providers that are set up: one whose client is `off` does not exist for anybody. */
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import { createApple } from "./apple.ts";
import { createFacebook } from "./facebook.ts";
import { createGoogle } from "./google.ts";
import type { ProviderName, SocialProvider } from "./provider.types.ts";

const OFF = "off";

export function createProviders(config: Config, clock: Clock): ReadonlyMap<ProviderName, SocialProvider> {
  const known: SocialProvider[] = [];
  if (config.GOOGLE_CLIENT_ID !== OFF) known.push(createGoogle(config, clock));
  if (config.APPLE_CLIENT_ID !== OFF) known.push(createApple(config, clock));
  if (config.FACEBOOK_APP_ID !== OFF) known.push(createFacebook(config, clock));
  return new Map(known.map((provider) => [provider.name, provider]));
}
