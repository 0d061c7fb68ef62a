import { redirect } from "react-router";
import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import type { Route } from "./+types/sweepstakes";

export const handle = personalPage();

/** SPEC §2: a hard redirect to the landing page that the brand pack names; the query goes along. */
export async function loader({ context, url }: Route.LoaderArgs) {
  throw redirect(context.get(pageContext).brand.offer.landing + url.search, 302);
}

export default function Sweepstakes() {
  return null;
}
