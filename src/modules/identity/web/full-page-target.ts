/** What the session pages share: the target that was asked for, and the answer to one that is not allowed. */
import type { RouterContextProvider } from "react-router";
import type { Member } from "#identity";
import { pageContext, servicesContext } from "#services";
import { isChallenge } from "../extension-challenge.ts";
import { type ReturnTarget, readReturnTarget, withToken } from "../return-target.ts";

type Context = Readonly<RouterContextProvider>;

export function targetOf(context: Context, text: string | null): ReturnTarget | null {
  const { brand, publicUrl } = context.get(pageContext);
  const extensionIds = brand.has_extension ? brand.extension.ids : [];
  return readReturnTarget(text, { publicUrl, scheme: brand.app.scheme, extensionIds });
}

/** What an extension asks by, and of whom: `too_old` for versions that bring no challenge and took a token from their address. */
export type ExtensionAsk = { origin: string; challenge: string };
export const readAsk = (origin: string, challenge: string | null): ExtensionAsk | "too_old" =>
  isChallenge(challenge) ? { origin, challenge } : "too_old";

/** The page that asks the member whether the extension may be signed in. */
export const askPath = ({ origin, challenge }: ExtensionAsk): string =>
  `/login-full-page?redirect=${encodeURIComponent(`${origin}/`)}&challenge=${challenge}`;

/** The link into the app, with a token that opens one session for this member. */
export async function handOver(context: Context, to: string, member: Member): Promise<string> {
  const { user_id, session_id } = member;
  return withToken(to, await context.get(servicesContext).identity.oneTimeToken(user_id, session_id));
}
