/** Rules of signing in with another account (references: account linking): pure. */
import { cleanName } from "../names.ts";
import type { SocialProfile } from "./provider.types.ts";

export const STATE_MINUTES = 10;

export type Situation = {
  purpose: "sign_in" | "link";
  /** Whose this account at the provider is already. */
  linked_to: string | null;
  /** Who set out to link it. */
  member: string | null;
  profile: Pick<SocialProfile, "email" | "email_verified" | "is_private_email">;
  /** The account here that has the same address. */
  local: { user_id: string; is_verified: boolean } | null;
};

export type Decision =
  | { act: "sign_in"; user_id: string }
  | { act: "link"; user_id: string }
  | { act: "create"; email: "verified" | "unverified" | "none" }
  /** An account here that never proved its address gives way to who has proved it: its password and sessions go. */
  | { act: "claim"; user_id: string }
  | { act: "authenticate"; user_id: string }
  | { act: "taken" }
  | { act: "nothing" };

/** What happens with a proven account at a provider. The provider's own key comes first; addresses are weaker. */
export function decide(situation: Situation): Decision {
  const { purpose, linked_to, member, profile, local } = situation;
  if (purpose === "link") {
    if (member === null) return { act: "taken" };
    if (linked_to === null) return { act: "link", user_id: member };
    return linked_to === member ? { act: "nothing" } : { act: "taken" };
  }
  if (linked_to !== null) return { act: "sign_in", user_id: linked_to };
  if (profile.email === null) return { act: "create", email: "none" };
  // A relay address says nothing about whose account it might be; where it is in use already, it is left alone.
  if (profile.is_private_email && local) return { act: "create", email: "none" };
  if (!local) return { act: "create", email: profile.email_verified ? "verified" : "unverified" };
  if (profile.email_verified && !local.is_verified) return { act: "claim", user_id: local.user_id };
  return { act: "authenticate", user_id: local.user_id };
}

/** A name for an account whose provider told none. */
export function nameFor(profile: Pick<SocialProfile, "name" | "email" | "is_private_email">, language: "en" | "es") {
  const fromAddress = profile.is_private_email ? "" : (profile.email?.split("@")[0] ?? "").replace(/[._+-]+/g, " ");
  const fallback = language === "es" ? "Miembro" : "Member";
  // Names come from elsewhere: what cannot be shown or stored, or would lead elsewhere, is no part of one.
  return cleanName(profile.name ?? "") || cleanName(fromAddress) || fallback;
}
