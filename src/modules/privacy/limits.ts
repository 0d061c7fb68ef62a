/** How often somebody may ask: each request costs a letter, and each look at one is a guess at its number. */
import { mailboxOf } from "#identity";
import { defineLimits, type Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import type { Asked } from "./new-request.ts";

/** A mailbox is limited together with the network before it is limited by itself, so that no network alone can shut it out. */
export const LIMITS = defineLimits({
  request_network: { tries: 10, minutes: 60 },
  request_pair: { tries: 4, minutes: 1_440 },
  request_mailbox: { tries: 12, minutes: 1_440 },
  request_member: { tries: 10, minutes: 1_440 },
  opt_out_letters: { tries: 4, minutes: 1_440 },
  agent_letters: { tries: 40, minutes: 1_440 },
  status_network: { tries: 20, minutes: 60 },
});

/** In how many minutes to come back; null when it may go on. */
export function takeRequest(limits: Limits, { member, right_asked, email }: Asked, address: string) {
  // Each right by itself: whoever asked for much may still refuse sharing.
  if (member) return limits.takeInTurn([[LIMITS.request_member, `${member.user_id}:${right_asked}`]]);
  const network = networkOf(address);
  const mailbox = mailboxOf(email);
  return limits.takeInTurn([
    [LIMITS.request_network, network],
    // A no to sharing is never refused because somebody else used up what its mailbox may ask.
    ...(right_asked === "opt_out"
      ? []
      : [[LIMITS.request_pair, `${mailbox}|${network}`] as const, [LIMITS.request_mailbox, mailbox] as const]),
  ]);
}

/** Whether it is told by a letter. An opt-out holds without one, and nobody's mailbox is filled with them. */
export const mayTell = async (limits: Limits, { member, right_asked, email }: Asked): Promise<boolean> =>
  member !== null ||
  right_asked !== "opt_out" ||
  email === "" ||
  !(await limits.take(LIMITS.opt_out_letters, mailboxOf(email)));

/** Whether an agent is written to that it came: anybody may have named that mailbox. */
export const mayTellAgent = async (limits: Limits, { agent_email }: Asked): Promise<boolean> =>
  agent_email !== "" && !(await limits.take(LIMITS.agent_letters, mailboxOf(agent_email)));
