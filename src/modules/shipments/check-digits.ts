/** Check digits of tracking numbers, by the names under which the table of formats knows them. Pure. */

export type Checksum = {
  name: "mod10" | "mod7" | "s10" | "sum_product_with_weightings_and_modulo" | "mod_37_36" | "luhn";
  evens_multiplier?: number;
  odds_multiplier?: number;
  reverse?: boolean;
  weightings?: readonly number[];
  modulo1?: number;
  modulo2?: number;
};

/** Carriers put letters into a sum of figures by their place in ASCII. */
const figureOf = (sign: string): number => (/[0-9]/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 3) % 10);

function mod10(serial: string, { evens_multiplier = 1, odds_multiplier = 1, reverse = false }: Checksum): string {
  const signs = reverse ? [...serial].reverse() : [...serial];
  const sum = signs.reduce(
    (total, sign, at) => total + figureOf(sign) * (at % 2 === 0 ? evens_multiplier : odds_multiplier),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** Of a number that is too long for a double, figure by figure. */
const mod7 = (serial: string): string => String([...serial].reduce((rest, sign) => (rest * 10 + Number(sign)) % 7, 0));

const weighed = (serial: string, weights: readonly number[]): number =>
  [...serial].reduce((total, sign, at) => total + Number(sign) * (weights[at] ?? 0), 0);

function s10(serial: string): string {
  const rest = weighed(serial, [8, 6, 4, 2, 3, 5, 9, 7]) % 11;
  return rest === 1 ? "0" : rest === 0 ? "5" : String(11 - rest);
}

function luhn(serial: string): string {
  const sum = [...serial].reverse().reduce((total, sign, at) => {
    const figure = Number(sign) * (at % 2 === 0 ? 2 : 1);
    return total + (figure > 9 ? figure - 9 : figure);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** ISO 7064. */
function mod3736(serial: string): string {
  let value = 36;
  for (const sign of serial) {
    value += ALPHABET.indexOf(sign);
    if (value > 36) value -= 36;
    value *= 2;
    if (value > 36) value -= 37;
  }
  value = 37 - value;
  return ALPHABET[value === 36 ? 0 : value] ?? "";
}

/** The check digit that a serial number must have. */
export function checkDigit(serial: string, sum: Checksum): string {
  switch (sum.name) {
    case "mod10":
      return mod10(serial, sum);
    case "mod7":
      return mod7(serial);
    case "s10":
      return s10(serial);
    case "luhn":
      return luhn(serial);
    case "mod_37_36":
      return mod3736(serial);
    case "sum_product_with_weightings_and_modulo":
      return String((weighed(serial, sum.weightings ?? []) % (sum.modulo1 ?? 11)) % (sum.modulo2 ?? 10));
  }
}
