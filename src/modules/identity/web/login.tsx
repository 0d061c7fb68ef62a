import { data, redirect, useNavigate } from "react-router";
import { readCookie } from "#client/cookies.ts";
import { inDebug } from "#client/in-debug.ts";
import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { IDENTITY_REFUSALS } from "../messages.ts";
import { waitingPath } from "../return-path.ts";
import type { Route } from "./+types/login";
import { AuthCard } from "./auth/auth-card.tsx";
import { awaitedProduct } from "./awaited-product.ts";
import { CodeCard } from "./code-card.tsx";
import { refusalText, refuse, stepTicket, turnMembersAway, typed, visitOf, welcome } from "./session-answer.ts";

export const handle = personalPage({ spanish: () => [import("./es.json"), import("./auth/es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Log in"),
    description: t("Log in to your passbook."),
    path: "/login",
    noindex: true,
  }));

/**
 * `?step=code` asks for the second step, while its ticket is there. `?again=1` lets a member sign in once more, for what
 * is only done shortly after a sign-in.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (url.searchParams.get("again") !== "1") turnMembersAway(context, request);
  const step = url.searchParams.get("step") === "code";
  if (step && !stepTicket(request)) throw redirect("/login");
  const waiting = waitingPath(request);
  return { waits: waiting !== null, product: await awaitedProduct(context, waiting), step };
}

/** For readers without script; with script the form calls `/api/web/login`. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { identity } = context.get(servicesContext);
  const form = await request.formData();
  if (url.searchParams.get("step") === "code") {
    const outcome = await identity.signInWithCode(stepTicket(request) ?? "", typed(form, "code", 20), visitOf(context));
    if (outcome.ok) return welcome(context, request, outcome.value);
    const text = refusalText(outcome, context.get(pageContext).language);
    return data({ name: "", email: "", failures: [{ field: "code", text }] }, IDENTITY_REFUSALS[outcome.code].status);
  }
  const email = typed(form, "email", 300);
  const outcome = await identity.login({ email, password: typed(form, "password", 500), ...visitOf(context) });
  return outcome.ok ? welcome(context, request, outcome.value) : refuse(context, outcome, { name: "", email });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <Frame>
      {loaderData.step ? (
        <CodeCard error={actionData?.failures[0]?.text ?? null} />
      ) : (
        // Asked again as a member, this page sends its reader on.
        <AuthCard
          page="sm-login"
          waits={loaderData.waits}
          product={loaderData.product}
          returned={actionData ?? null}
          onDone={() => {
            // A browser that had chosen no language has the account's now, which is another document.
            const language = readCookie("lang") ?? document.documentElement.lang;
            if (language !== document.documentElement.lang) window.location.replace(inDebug("/login"));
            else void navigate(inDebug("/login"), { replace: true });
          }}
        />
      )}
    </Frame>
  );
}
