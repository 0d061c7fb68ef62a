/**
 * How often something may be tried, by account and by network. An address that has no account is counted like one that has:
 * the answer tells nothing.
 */
import { defineLimits } from "#platform/limits";
import { networkOf } from "#platform/network";
import { normaliseEmail } from "./rules.ts";

/**
 * Tries in so many minutes. An account is limited together with the network, and a device that it knows by itself, so that
 * nobody can lock another one out.
 */
export const LIMITS = defineLimits({
  sign_in_device: { tries: 20, minutes: 15 },
  sign_in_pair: { tries: 8, minutes: 15 },
  sign_in_account: { tries: 40, minutes: 15 },
  sign_in_network: { tries: 80, minutes: 15 },
  register_network: { tries: 30, minutes: 60 },
  address_taken_network: { tries: 6, minutes: 60 },
  reset_account: { tries: 4, minutes: 60 },
  reset_network: { tries: 30, minutes: 60 },
  verify_account: { tries: 5, minutes: 60 },
  link_network: { tries: 60, minutes: 15 },
  phone_links: { tries: 30, minutes: 60 },
  partner_invitations: { tries: 1_000, minutes: 60 },
  confirm_account: { tries: 10, minutes: 15 },
  code_account: { tries: 6, minutes: 15 },
});
export const pairOf = (email: string, address: string): string => `${normaliseEmail(email)}|${networkOf(address)}`;
