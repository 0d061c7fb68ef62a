import { redirect, useLocation } from "react-router";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/withdrawal-coin";
import { answerSwap, readSwap } from "./coin-call.ts";
import { CoinSwap } from "./coin-swap.tsx";
import { keepForm } from "./keep-form.ts";

const PATH = "/account/withdrawal-coin";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Swap coins"),
    description: t("Coins become gift cards or cash, at their full worth."),
    path: PATH,
    noindex: true,
  }));

/** `?value=` in cents or `reach`, `?as=cash`, and `?done=wdr_…` for what was just asked for. */
export const loader = ({ context, url }: Route.LoaderArgs) => readSwap(context, url);

export async function action({ request, context, url }: Route.ActionArgs) {
  const answer = await answerSwap(context, url, await request.formData());
  if ("done" in answer) throw redirect(`${PATH}?done=${answer.done}`, 303);
  return answer.returned;
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction);

export default function WithdrawalCoin({ loaderData, actionData }: Route.ComponentProps) {
  return <CoinSwap path={PATH} shown={loaderData} returned={actionData ?? null} />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
