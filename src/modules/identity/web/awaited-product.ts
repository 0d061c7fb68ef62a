/**
 * What a visitor wanted whom the guard sent to sign in: the product whose price they watch, by its name; null for anything else, and for
 * who wants to watch it no more.
 */
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#services";

export async function awaitedProduct(
  context: Readonly<RouterContextProvider>,
  path: string | null,
): Promise<string | null> {
  const slug = /^\/([^/?#]+)-product\?(?:.*&)?alert=(?!stop)/.exec(path ?? "")?.[1];
  return slug ? ((await context.get(servicesContext).catalog.product(slug))?.name ?? null) : null;
}
