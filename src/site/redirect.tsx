import { matchPath, redirect } from "react-router";
import { personalPage } from "#ui/page.ts";
import type { Route } from "./+types/redirect";
import { REDIRECTS } from "./redirects.ts";

export const handle = personalPage();

/** `url` is the page's own address; the request's carries the router's `.data` when the browser navigates by itself. */
export async function loader({ url }: Route.LoaderArgs) {
  for (const [pattern, target] of Object.entries(REDIRECTS)) {
    const match = matchPath(`/${pattern}`, url.pathname);
    if (!match) continue;
    const to = target.to.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(match.params[name] ?? ""));
    throw redirect(to + url.search, target.status);
  }
  throw new Response("This old path leads nowhere.", { status: 404 });
}

export default function Redirect() {
  return null;
}
