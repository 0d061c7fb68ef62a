/** Rules of codes that are worth coins: pure. */
import { randomBytes } from "node:crypto";
import { sha256 } from "#platform/ids";

/** Letters that nobody takes for another: no I, L, O or U (Crockford's base 32). */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;

/** What a code is given for, as its letter tells it. */
export const CODE_REASONS = {
  goodwill: {
    what: "Something went badly for them, and nobody owes it",
    note: { en: "For the trouble you had.", es: "Por las molestias." },
  },
  missing_coins: {
    what: "Coins of an offer that its provider never confirmed",
    note: {
      en: "For an offer that its provider didn't confirm to us.",
      es: "Por una oferta que su proveedor no nos confirmó.",
    },
  },
  prize: {
    what: "Won or promised by us, in so many words",
    note: { en: "As we promised you.", es: "Como te lo prometimos." },
  },
} as const;
export type CodeReason = keyof typeof CODE_REASONS;
export const isCodeReason = (code: string): code is CodeReason => Object.hasOwn(CODE_REASONS, code);

/**
 * In coins: what one may give alone at once, what nobody may pass at once, and what one may give on a day; and what one may take
 * along for partners on a day, as nobody else is asked for that.
 */
export const CODE_LIMITS = { alone: 10_000n, press: 100_000n, operator_day: 200_000n, partner_day: 50_000n } as const;
export const CODE_DAYS = { least: 1, usual: 90, most: 366 } as const;

/** 80 bits by chance, in groups that can be read out: "7K3M-…". */
export function makeCode(random: (size: number) => Buffer = randomBytes): string {
  const letters = [...random(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? "";
}

/** As somebody types or pastes it; null for what no code looks like. */
export function readCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return plain.length === LENGTH && [...plain].every((letter) => LETTERS.includes(letter)) ? plain : null;
}

/** What is kept of a code: 80 bits by chance are not found by trying. */
export const hashCode = (code: string): Buffer => sha256(`gift-code:${readCode(code) ?? ""}`);
