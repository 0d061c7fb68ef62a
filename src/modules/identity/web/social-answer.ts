/** What the two pages of signing in with another account have in common on the server. */
import { data, type RouterContextProvider, redirect } from "react-router";
import type { Member, SignedIn, SocialRefusal } from "#identity";
import { pageContext, servicesContext } from "#services";
import { IDENTITY_REFUSALS, type IdentityRefusal } from "../messages.ts";
import { forgetLine, rememberLine, safePath } from "../return-path.ts";
import { SOCIAL_REFUSALS } from "../social/social-messages.ts";
import { secondStep, sessionHeaders } from "./session-answer.ts";

type Context = Readonly<RouterContextProvider>;
type Refused = { code: SocialRefusal | IdentityRefusal; detail?: Record<string, string> };

export type SocialView =
  | { kind: "failure"; code: string; provider: string; message: string; to: string }
  | { kind: "authenticate"; provider: string; email: string; state: string; to: string; failure: string | null }
  | {
      kind: "link";
      provider: string;
      to: string;
      has_password: boolean;
      failure: { field: string | null; text: string } | null;
    }
  | { kind: "leave"; provider: string; url: string }
  | { kind: "deleted"; provider: string; at: string };

const REFUSALS = { ...IDENTITY_REFUSALS, ...SOCIAL_REFUSALS };

export function socialText({ code, detail }: Refused, language: "en" | "es"): string {
  return REFUSALS[code][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => detail?.[name] ?? "");
}

/** A refusal as a page in words, with a way on. The second step has a page of its own. */
export function socialFailure(context: Context, provider: string, outcome: Refused, to: string) {
  if (outcome.code === "second_step") throw onToSecondStep(context, outcome, outcome.detail?.to ?? to);
  const { language } = context.get(pageContext);
  const view: SocialView = {
    kind: "failure",
    code: outcome.code,
    provider,
    message: socialText(outcome, language),
    to: outcome.detail?.to ?? to,
  };
  return data<SocialView>(view, REFUSALS[outcome.code].status);
}

export function onToSecondStep(context: Context, outcome: { detail?: Record<string, string> }, to: string): Response {
  const response = secondStep(context, outcome);
  response.headers.append("set-cookie", rememberLine(safePath(to), context.get(pageContext).publicUrl));
  return response;
}

/** Signed in: the session's cookies, the older session of this browser ended, and on to where the reader was headed. */
export async function socialWelcome(
  context: Context,
  request: Request,
  signedIn: SignedIn,
  to: string,
): Promise<Response> {
  const { member, publicUrl } = context.get(pageContext);
  await endOlder(context, member);
  const headers = sessionHeaders(context, request, signedIn);
  headers.append("set-cookie", forgetLine(publicUrl));
  return redirect(safePath(to), { status: 303, headers });
}

async function endOlder(context: Context, member: Member | null): Promise<void> {
  if (member) await context.get(servicesContext).identity.logout(member.session_id);
}

export const arrivalOf = (context: Context, request: Request) => {
  const { language, brand } = context.get(pageContext);
  const arrival = context
    .get(servicesContext)
    .attribution.arrivalOf((name) => request.headers.get(name), brand.partner_name);
  return { language, ...arrival, reads_under: brand.partner_name };
};
