/** What becomes of a withdrawal that waits for a person: pure. */
export const HELD_TRANSITIONS = {
  waiting: ["released", "refused"],
  refused: ["appealed"],
  /** Whoever decided does not look again. */
  appealed: ["released", "upheld"],
  /** It ended by itself, and whoever was served since stands in the way now. */
  released: ["waiting"],
  upheld: [],
} as const satisfies Record<string, readonly string[]>;
export type HeldState = keyof typeof HELD_TRANSITIONS;
export const heldMayBecome = (from: HeldState, to: HeldState): boolean =>
  (HELD_TRANSITIONS[from] as readonly string[]).includes(to);

/** Working days within which a person looks. */
export const HELD_DAYS = 2;
/** As many of one member wait at once: more would fill the desk with other people's addresses. */
export const MAX_WAITING = 3;
export const MAX_WORDS = 1_000;

/** Why it is refused, as the member reads it. */
export const HELD_REASONS = {
  not_confirmed: {
    what: "The member who is paid there did not confirm that they share it",
    en: "The member who already uses this account did not confirm that you share it.",
    es: "El miembro que ya usa esta cuenta no confirmó que la comparten.",
  },
  one_person: {
    what: "Both accounts are one person's",
    en: "This account already serves another membership of the same person, and each person has one.",
    es: "Esta cuenta ya sirve a otra membresía de la misma persona, y cada persona tiene una sola.",
  },
  not_theirs: {
    what: "The account is in somebody else's name",
    en: "This account is not in your name. Use one that is yours.",
    es: "Esta cuenta no está a tu nombre. Usa una que sea tuya.",
  },
} as const;
export type HeldReason = keyof typeof HELD_REASONS;
export const isHeldReason = (code: string): code is HeldReason => Object.hasOwn(HELD_REASONS, code);
