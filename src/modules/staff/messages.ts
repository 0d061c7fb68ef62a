/** Why the console refuses something. Operators read English, whatever language their browser has for the shop. */
import type { RefusalTable, RefusalText } from "#platform/http";

const words = (status: number, text: string, field?: string): RefusalText => ({
  status,
  en: text,
  es: text,
  ...(field && { field }),
});

export const STAFF_REFUSALS = {
  not_an_operator: words(401, "Your session has ended. Sign in again: what you typed is kept."),
  not_allowed: words(403, "None of your roles may do this."),
  confirm_first: words(403, "This needs a fresh sign-in. Confirm with your passkey."),
  passkey_wrong: words(401, "That passkey is not known here, or it was not confirmed."),
  passkey_unknown: words(404, "There is no such passkey."),
  last_passkey: words(409, "This is your only passkey. Add another one first."),
  sign_in_wrong: words(401, "Address, password and code do not fit together."),
  passwords_off: words(403, "Signing in with a password is switched off here."),
  password_weak: words(422, "Use at least 14 characters.", "password"),
  code_wrong: words(422, "That code does not fit. Codes change every 30 seconds.", "code"),
  too_many: words(429, "Too many tries. Come back in {{minutes}} minutes."),
  link_wrong: words(410, "This link was used, or its time is over. Ask an owner for a new one."),
  unknown_person: words(404, "There is no such person."),
  email_taken: words(409, "Somebody has this address already.", "email"),
  roles_wrong: words(422, "Choose one or more of the roles that there are.", "roles"),
  partner_wrong: words(422, "Choose the partner that sends them, and the role partner alone.", "partner"),
  key_wrong: words(401, "This key is not known here, or it was ended."),
  key_name_wrong: words(422, "Name the key in at most 60 characters: what will call us by it.", "name"),
  too_many_keys: words(409, "Ten keys are open. End one that nothing uses any more."),
  unknown_key: words(404, "There is no such key any more."),
  last_owner: words(409, "Somebody must stay an owner. Make another person an owner first."),
  unknown_session: words(404, "There is no such session."),
  unknown_item: words(404, "Nothing waits here under this id any more."),
  unknown_act: words(404, "There is no such act."),
  told_wrong: words(422, "{{text}}"),
  already_decided: words(409, "{{who}} decided this already: {{act}}."),
  unknown_decision: words(404, "There is no such decision."),
  too_late: words(409, "It is too late for that: {{state}}."),
  not_yourself: words(403, "A second person is somebody else than who proposed it."),
  changed: words(409, "What was proposed is not what you saw. Look again."),
} as const satisfies RefusalTable<string>;
export type StaffRefusal = keyof typeof STAFF_REFUSALS;
