/** `/auth/{provider}/callback`: back from a provider. Apple's posted answer waits with its state (see `http-social.ts`). */
import { data, redirect } from "react-router";
import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { ACCOUNT } from "../return-path.ts";
import { browserOf } from "../social/social-cookie.ts";
import type { Route } from "./+types/auth-callback";
import { visitOf } from "./session-answer.ts";
import { arrivalOf, type SocialView, socialFailure, socialWelcome } from "./social-answer.ts";
import { SocialPage } from "./social-page.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json"), import("./auth/es.json")] });

/** The address holds a code: it is told to no other site. */
export const headers = () => ({ "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Log in"),
    description: t("Log in to your passbook."),
    path: `/auth/${params.provider}/callback`,
    noindex: true,
  }));

const NAMES = ["code", "state", "iss", "error"] as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { member } = context.get(pageContext);
  const { social } = context.get(servicesContext).identity;
  const { provider } = params;
  if (!social.providers().some((name) => name === provider)) throw data(null, 404);
  const query = new URL(request.url).searchParams;
  const deletion = query.get("deletion");
  if (deletion !== null) {
    const at = await social.whenDeleted(deletion);
    if (!at) throw data(null, 404);
    return data<SocialView>({ kind: "deleted", provider, at: at.toISOString() });
  }
  const told = NAMES.flatMap((name) => {
    const value = query.get(name);
    return value && value.length <= 4_000 ? [[name, value] as const] : [];
  });
  const outcome = await social.finish({
    provider,
    params: Object.fromEntries(told),
    browser: browserOf(request),
    member,
    visit: visitOf(context),
    arrival: arrivalOf(context, request),
  });
  if (outcome.ok && outcome.value.kind === "signed_in")
    throw await socialWelcome(context, request, outcome.value.signed_in, outcome.value.to);
  if (outcome.ok) throw redirect(outcome.value.to, 303);
  // A reload, or the way back, after it went well: whoever is signed in is not told of a mistake.
  if (member && (outcome.code === "social_state_used" || outcome.code === "social_state_expired"))
    throw redirect(ACCOUNT, 303);
  if (outcome.code !== "requires_authentication") return socialFailure(context, provider, outcome, ACCOUNT);
  const view: SocialView = {
    kind: "authenticate",
    provider,
    email: outcome.detail?.email ?? "",
    state: query.get("state") ?? "",
    to: outcome.detail?.to ?? ACCOUNT,
    failure: null,
  };
  return data(view, 409);
}

export default function AuthCallback({ loaderData }: Route.ComponentProps) {
  return <SocialPage view={loaderData} />;
}
