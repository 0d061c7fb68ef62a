/** What the session pages share: the target that was asked for, and the answer to one that is not allowed. */
import type { RouterContextProvider } from "react-router";
import { pageContext, servicesContext } from "#services";
import { type ReturnTarget, readReturnTarget, withToken } from "../return-target.ts";

type Context = Readonly<RouterContextProvider>;

export function targetOf(context: Context, text: string | null): ReturnTarget | null {
  const { brand, publicUrl } = context.get(pageContext);
  return readReturnTarget(text, { publicUrl, scheme: brand.app.scheme, extensionIds: brand.extension.ids });
}

/** The link that leaves the site, with a token that opens one session for this member. */
export async function handOver(context: Context, target: ReturnTarget, userId: string): Promise<string> {
  return withToken(target, await context.get(servicesContext).identity.oneTimeToken(userId));
}
