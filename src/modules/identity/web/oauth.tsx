/** `/oauth/{provider}`: sets out to a provider. By link to sign in; by form to link it, or to authenticate for a link. */
import { data, redirect } from "react-router";
import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { ACCOUNT, safePath, waitingPath } from "../return-path.ts";
import { browserLine, browserOf } from "../social/social-cookie.ts";
import type { Route } from "./+types/oauth";
import { typed, visitOf } from "./session-answer.ts";
import { onToSecondStep, type SocialView, socialFailure, socialText, socialWelcome } from "./social-answer.ts";
import { POSTED, SocialPage } from "./social-page.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json"), import("./auth/es.json")] });

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Log in"),
    description: t("Log in to your passbook."),
    path: `/oauth/${params.provider}`,
    noindex: true,
  }));

type Args = Pick<Route.LoaderArgs, "request" | "params" | "context">;

/** Off to the provider, or why not. `leave` answers with a page, because a posted form may not be sent to another site. */
async function setOut({ request, params, context }: Args, to: string, purpose: "sign_in" | "link") {
  const { language, member, publicUrl } = context.get(pageContext);
  const started = await context.get(servicesContext).identity.social.start({
    provider: params.provider,
    to,
    purpose,
    member,
    browser: browserOf(request),
    language,
  });
  if (!started.ok) {
    if (started.code === "unknown_provider") throw data(null, 404);
    return socialFailure(context, params.provider, started, to);
  }
  const { url, browser } = started.value;
  const headers = { "set-cookie": browserLine(browser, publicUrl) };
  if (purpose === "sign_in") throw redirect(url, { headers });
  return data<SocialView>({ kind: "leave", provider: params.provider, url }, { headers });
}

export async function loader(args: Route.LoaderArgs) {
  const { request, params, context } = args;
  const { member } = context.get(pageContext);
  const { social } = context.get(servicesContext).identity;
  if (!social.providers().some((name) => name === params.provider)) throw data(null, 404);
  const query = new URL(request.url).searchParams;
  const asked = query.get("to");
  const to = asked === null ? (waitingPath(request) ?? ACCOUNT) : safePath(asked);
  // The loader runs behind a posted form too, whose answer is the page: nobody is sent on then.
  if (query.has(POSTED)) return data(begunElsewhere(args, to));
  if (member && query.has("link")) {
    const view: SocialView = {
      kind: "link",
      provider: params.provider,
      to,
      has_password: member.has_password,
      failure: null,
    };
    return data(view);
  }
  // Signing in is closed to members (SPEC §2), unless they were asked to do it again.
  if (member && !query.has("again")) throw redirect(to);
  return setOut(args, to, "sign_in");
}

/** What stands at the address of posted forms when nothing was posted. */
function begunElsewhere({ params, context }: Args, to: string): SocialView {
  const code = "social_state_unknown";
  const message = socialText({ code }, context.get(pageContext).language);
  return { kind: "failure", code, provider: params.provider, message, to };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const to = safePath(typed(form, "to", 2_000) || null);
  return form.get("intent") === "link" ? link(args, form, to) : authenticate(args, form, to);
}

async function link(args: Args, form: FormData, to: string) {
  const { context, params } = args;
  const { member, language } = context.get(pageContext);
  if (!member) throw redirect("/login");
  const confirmed = await context.get(servicesContext).identity.confirm(member, typed(form, "password", 500) || null);
  if (confirmed.ok) return setOut(args, to, "link");
  const view: SocialView = {
    kind: "link",
    provider: params.provider,
    to,
    has_password: member.has_password,
    failure: { field: "password", text: socialText(confirmed, language) },
  };
  return data(view, 401);
}

async function authenticate({ request, params, context }: Args, form: FormData, to: string) {
  const { identity } = context.get(servicesContext);
  const email = typed(form, "email", 300);
  const state = typed(form, "state", 300);
  const outcome = await identity.social.authenticate({
    provider: params.provider,
    state,
    browser: browserOf(request),
    email,
    password: typed(form, "password", 500),
    visit: visitOf(context),
  });
  if (outcome.ok && outcome.value.kind === "signed_in")
    throw await socialWelcome(context, request, outcome.value.signed_in, outcome.value.to);
  if (outcome.ok) throw redirect(to);
  if (outcome.code === "unknown_provider") throw data(null, 404);
  if (outcome.code === "second_step") throw onToSecondStep(context, outcome, "/account/pss#linked-accounts");
  if (outcome.code.startsWith("social_")) return socialFailure(context, params.provider, outcome, to);
  const view: SocialView = {
    kind: "authenticate",
    provider: params.provider,
    email,
    state,
    to,
    failure: socialText(outcome, context.get(pageContext).language),
  };
  return data(view, 401);
}

export default function Oauth({ loaderData, actionData }: Route.ComponentProps) {
  return <SocialPage view={actionData ?? loaderData} />;
}
