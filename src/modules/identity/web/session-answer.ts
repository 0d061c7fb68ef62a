/** What /login and /register answer to a form that was posted without script. */
import { data, type RouterContextProvider, redirect } from "react-router";
import type { SignedIn } from "#identity";
import { pageContext, servicesContext } from "#services";
import { IDENTITY_REFUSALS, type IdentityRefusal, SECOND_STEP_PATH } from "../messages.ts";
import { ACCOUNT, forgetLine, waitingPath } from "../return-path.ts";

type Context = Readonly<RouterContextProvider>;

/** A field as typed, cut where no honest entry reaches. */
export const typed = (form: FormData, name: string, most: number): string =>
  String(form.get(name) ?? "").slice(0, most);

export const visitOf = (context: Context) => context.get(pageContext).visit;

/** The session's cookies after a sign-in. */
export function sessionHeaders(context: Context, request: Request, signedIn: SignedIn): Headers {
  const headers = new Headers();
  const lines = context.get(servicesContext).identity.cookieLines(signedIn, request.headers.get("cookie"));
  for (const line of lines) headers.append("set-cookie", line);
  return headers;
}

/** The ticket of the second step, while it is there. */
export function stepTicket(request: Request): string | null {
  const pair = (request.headers.get("cookie") ?? "").split(/;\s*/).find((part) => part.startsWith("tp_step="));
  const value = pair?.slice("tp_step=".length) ?? "";
  return /^[A-Za-z0-9]{20,200}$/.test(value) ? value : null;
}

/** On to the second step, with its ticket in a cookie. */
export function secondStep(context: Context, outcome: { detail?: Record<string, string> }): Response {
  const line = context.get(servicesContext).identity.stepLine(outcome.detail?.ticket ?? null);
  return redirect(SECOND_STEP_PATH, { status: 303, headers: { "set-cookie": line } });
}

/** Why a verb refused, with its details filled in. */
export function refusalText(
  outcome: { code: IdentityRefusal; detail?: Record<string, string> },
  language: "en" | "es",
): string {
  return IDENTITY_REFUSALS[outcome.code][language].replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => outcome.detail?.[name] ?? "",
  );
}

/** Signed in: the session's cookies, and on to where the visitor was headed. */
export function welcome(context: Context, request: Request, signedIn: SignedIn): Response {
  const headers = sessionHeaders(context, request, signedIn);
  headers.append("set-cookie", forgetLine(context.get(pageContext).publicUrl));
  return redirect(waitingPath(request) ?? ACCOUNT, { status: 303, headers });
}

/** Login and register are closed to members: they go on, to the path that waits or to their account (SPEC §2). */
export function turnMembersAway(context: Context, request: Request): void {
  const { member, publicUrl } = context.get(pageContext);
  if (!member) return;
  throw redirect(waitingPath(request) ?? ACCOUNT, { headers: { "set-cookie": forgetLine(publicUrl) } });
}

/** The form again, with what was typed except the password, and the reason beside its field. */
export function refuse(
  context: Context,
  outcome: { code: IdentityRefusal; detail?: Record<string, string> },
  kept: { name: string; email: string },
) {
  if (outcome.code === "second_step") throw secondStep(context, outcome);
  const row = IDENTITY_REFUSALS[outcome.code];
  const text = refusalText(outcome, context.get(pageContext).language);
  return data({ ...kept, failures: [{ field: row.field ?? null, text }] }, row.status);
}
