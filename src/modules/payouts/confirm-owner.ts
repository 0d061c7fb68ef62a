/** Who asks for money is asked once more who they are: by password, or for members without one by a fresh sign-in. */
import type { Identity, Member } from "#identity";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PayoutRefusal } from "./messages.ts";

/** The session that asks, when there is one; without it only the password counts. */
export type Owner = { user_id: string; password: string; session?: Pick<Member, "session_id" | "confirmed_at"> };

export async function confirmOwner(
  identity: Pick<Identity, "confirm" | "confirmPassword">,
  owner: Owner,
): Promise<Outcome<null, PayoutRefusal>> {
  const { user_id, password, session } = owner;
  const outcome =
    session && password === ""
      ? await identity.confirm({ user_id, ...session }, null)
      : await identity.confirmPassword(user_id, password);
  if (outcome.ok) return done(null);
  if (outcome.code === "too_many_attempts") return refused("too_many_attempts", outcome.detail);
  if (outcome.code === "sign_in_again") return refused("sign_in_again");
  return refused(password === "" ? "password_missing" : "password_wrong");
}
