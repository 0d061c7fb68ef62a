import { data, useNavigate } from "react-router";
import { inDebug } from "#client/in-debug.ts";
import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { IDENTITY_REFUSALS } from "../messages.ts";
import { waitingPath } from "../return-path.ts";
import type { Route } from "./+types/register";
import { TERMS_REFUSED } from "./account-words.ts";
import { AuthCard } from "./auth/auth-card.tsx";
import { awaitedProduct } from "./awaited-product.ts";
import { refusalText, refuse, turnMembersAway, typed, visitOf, welcome } from "./session-answer.ts";

export const handle = personalPage({ spanish: () => [import("./es.json"), import("./auth/es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Create your free account"),
    description: t("So we know who to pay. No card needed."),
    path: "/register",
  }));

export async function loader({ request, context }: Route.LoaderArgs) {
  turnMembersAway(context, request);
  const waiting = waitingPath(request);
  return { waits: waiting !== null, product: await awaitedProduct(context, waiting) };
}

/** For readers without script; with script the form calls `/api/web/register`. */
export async function action({ request, context }: Route.ActionArgs) {
  turnMembersAway(context, request);
  const { language, brand } = context.get(pageContext);
  const form = await request.formData();
  const kept = { name: typed(form, "name", 200), email: typed(form, "email", 300) };
  const password = typed(form, "password", 500);
  const { attribution, identity } = context.get(servicesContext);
  if (!form.get("terms")) {
    const faults = identity.registrationFaults({ ...kept, password, password_confirmation: password });
    const fields = faults.map((code) => ({
      field: IDENTITY_REFUSALS[code].field ?? null,
      text: refusalText({ code }, language),
    }));
    return data({ ...kept, failures: [...fields, { field: "terms", text: TERMS_REFUSED[language] }] }, 422);
  }
  const arrival = attribution.arrivalOf((name) => request.headers.get(name), brand.partner_name);
  const outcome = await identity.register({
    ...kept,
    ...visitOf(context),
    password,
    password_confirmation: password,
    language,
    ...arrival,
    reads_under: brand.partner_name,
  });
  return outcome.ok ? welcome(context, request, outcome.value) : refuse(context, outcome, kept);
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <Frame>
      <AuthCard
        page="sm-register"
        waits={loaderData.waits}
        product={loaderData.product}
        returned={actionData ?? null}
        onDone={() => navigate(inDebug("/register"), { replace: true })}
      />
    </Frame>
  );
}
