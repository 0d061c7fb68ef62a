/** Somebody asks for somebody else (11 CCR § 7063): the person is written to, and the agent learns nothing of them. */
import { createHmac } from "node:crypto";
import { isEmail, normaliseEmail } from "#identity";
import type { Tx } from "#platform/database";
import { newSecret } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { agentReceived } from "./agent-letters.ts";
import type { PrivacyContext } from "./context.ts";
import { MAX_AGENT_NAME, type PrivacyRefusal } from "./messages.ts";
import { type Asked, type AskedAnswer, NO_AGENT } from "./new-request.ts";
import { optOutOther } from "./opt-out.ts";
import { PERMISSIONS, type RequestRow } from "./privacy.types.ts";
import { proveRequest } from "./prove-request.ts";
import { numberOf } from "./rules.ts";
import { tellAgent } from "./tell-request.ts";

export type TypedAgent = { name: string; email: string; permission: string };
type AgentOf = Pick<RequestRow, keyof typeof NO_AGENT>;

/** Mail programs make a link of whatever looks like an address: a stranger's words in our letter must not be one. */
const NAME = /^\p{L}(?:[\p{L}\p{M}\p{N} '’&,()-]|\.(?=\s|,|$))*$/u;

export function readAgent(
  { secret }: PrivacyContext,
  typed: TypedAgent | null,
  { right_asked, email }: Pick<Asked, "right_asked" | "email">,
): Outcome<AgentOf, PrivacyRefusal> {
  if (!typed) return done(NO_AGENT);
  const agent_name = typed.name.trim().replace(/\s+/g, " ").normalize("NFC");
  if (agent_name.length > MAX_AGENT_NAME || !NAME.test(agent_name)) return refused("agent_name_missing");
  const agent_email = normaliseEmail(typed.email);
  if (!isEmail(agent_email)) return refused("agent_email_invalid");
  if (agent_email === email) return refused("agent_same");
  const permission = PERMISSIONS.find((one) => one === typed.permission);
  if (!permission) return refused("permission_missing");
  // The same for the same asking, however that stands: a new one would tell that the first has ended, and so of an account.
  const mac = createHmac("sha256", secret).update(`privacy-agent:${agent_email}|${email}|${right_asked}`).digest();
  return done({ permission, agent_name, agent_email, agent_number: numberOf(mac) });
}

/** `tells`, `tells_agent`: which of the two are written to. */
export async function askForOther(
  tx: Tx,
  context: PrivacyContext,
  told: Asked,
  { tells, tells_agent }: { tells: boolean; tells_agent: boolean },
): Promise<AskedAnswer> {
  const isOptOut = told.right_asked === "opt_out";
  const row = isOptOut ? await optOutOther(tx, context, told, tells) : await proveRequest(tx, context, told);
  // As it was asked now, and each time: how the one stands that was there already is none of their business.
  const asked = { ...row, ...told, user_id: row.user_id };
  if (tells_agent) await tellAgent(tx, context, asked, `received:${newSecret(12)}`, agentReceived);
  return { step: "agent", number: told.agent_number, cookies: [] };
}
