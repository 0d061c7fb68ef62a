/** What the calls of a member share: who asks, and how they are refused. */
import { type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import { createMemberOf } from "./http.ts";
import type { Identity } from "./identity.server.ts";
import type { Member } from "./identity.types.ts";
import { IDENTITY_REFUSALS, type IdentityRefusal } from "./messages.ts";

export const refuse = (
  request: Request,
  reply: Reply,
  outcome: { code: IdentityRefusal; detail?: Record<string, string> },
) => sendRefusal(request, reply, IDENTITY_REFUSALS, outcome);

/** Runs a call for its member, or answers that there is none. What it says is kept by no cache. */
export function createWithMember(identity: Identity) {
  const memberOf = createMemberOf(identity);
  return async <T>(request: Request, reply: Reply, act: (member: Member) => Promise<T>) => {
    reply.header("cache-control", "no-store");
    const member = await requireMember(request, reply, memberOf);
    return member ? act(member) : reply;
  };
}
