/** The two other landing pages: they mark the visit, keep an invitation's code, and show what the offer is. */
import { data } from "react-router";
import { servicesContext } from "#services";
import { type Context, callerOf, flowOf } from "./flow-request.ts";

/** SPEC §3 cookie `referral_code`: readable by scripts, because prompts depend on it. Kept as long as at /refer. */
const KEEP_SECONDS = 30 * 86_400;
const codeLine = (code: string, publicUrl: string) =>
  `referral_code=${encodeURIComponent(code)}; Path=/; Max-Age=${KEEP_SECONDS}; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;

export async function enter(
  request: Request,
  context: Context,
  entered_by: "splandamz" | "spinv",
  ref: string | null,
  publicUrl: string,
) {
  const invitation = ref ? await context.get(servicesContext).rewards.invitation(ref.slice(0, 40)) : null;
  const caller = callerOf(request, context);
  const { flow, set_cookie } = await flowOf(context).open(caller, { entered_by, ref: invitation?.code ?? null });
  const headers = new Headers();
  if (set_cookie) headers.append("set-cookie", set_cookie);
  if (invitation && !caller.member) headers.append("set-cookie", codeLine(invitation.code, publicUrl));
  return data(
    { prizes: flow.prizes, terms: await flowOf(context).terms(caller), inviter: invitation?.name ?? null },
    { headers },
  );
}
