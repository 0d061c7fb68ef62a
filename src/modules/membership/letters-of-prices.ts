/** Mails about what the membership costs, or will: told whatever somebody left. Both languages side by side. */

import { defineLetter, pick, showDay, showMoney } from "#notifications";
import { cancelButton, ownPage, slipOf, type Write } from "./letters.ts";

const writePriceChange: Write = (facts, language, publicUrl) => {
  const [amount, day] = [showMoney(facts.amount_minor), showDay(facts.on, language)];
  const old = showMoney(facts.old_minor ?? facts.monthly_minor);
  return {
    subject: pick(
      language,
      `Your membership will cost ${amount} from ${day}`,
      `Desde el ${day} tu membresía costará ${amount}`,
    ),
    headline: pick(language, `From ${day}: ${amount} a month`, `Desde el ${day}: ${amount} al mes`),
    lead: pick(
      language,
      `Today you pay ${old}. If you don't want the new price, cancel before ${day} and you'll never be charged it: one link, no sign-in needed.`,
      `Hoy pagas ${old}. Si no quieres el nuevo precio, cancela antes del ${day} y nunca se te cobrará. Basta un enlace, sin iniciar sesión.`,
    ),
    slip: slipOf(
      { ...facts, monthly_minor: facts.amount_minor },
      language,
      pick(language, "First charge at this price", "Primer cobro con este precio"),
    ),
    button: cancelButton(facts, language),
    also: [ownPage(language, publicUrl)],
  };
};

const writePriceStays: Write = (facts, language, publicUrl) => {
  const [amount, day] = [showMoney(facts.amount_minor), showDay(facts.on, language)];
  const told = showMoney(facts.old_minor ?? facts.amount_minor);
  return {
    subject: pick(
      language,
      `Your membership stays at ${amount} a month`,
      `Tu membresía sigue costando ${amount} al mes`,
    ),
    headline: pick(language, `The price stays at ${amount} a month`, `El precio sigue siendo de ${amount} al mes`),
    lead: pick(
      language,
      `We told you your membership would cost ${told} from ${day}. That no longer applies: you won't be charged the new price.`,
      `Te avisamos que tu membresía costaría ${told} desde el ${day}. Eso ya no es así: no se te cobrará el nuevo precio.`,
    ),
    button: ownPage(language, publicUrl),
    also: [cancelButton(facts, language)],
  };
};

const writeYearly: Write = (facts, language, publicUrl) => ({
  subject: pick(
    language,
    `Your yearly reminder: ${facts.brand} membership`,
    `Tu recordatorio anual: membresía de ${facts.brand}`,
  ),
  headline: pick(
    language,
    `You pay ${showMoney(facts.monthly_minor)} a month`,
    `Pagas ${showMoney(facts.monthly_minor)} al mes`,
  ),
  lead: pick(
    language,
    `That is for your ${facts.brand} membership, every month until you cancel; the next charge is on ${showDay(facts.on, language)}. Canceling takes one link, no sign-in needed.`,
    `Es por tu membresía de ${facts.brand}, cada mes hasta que canceles; el próximo cobro es el ${showDay(facts.on, language)}. Para cancelar basta un enlace, sin iniciar sesión.`,
  ),
  slip: slipOf(facts, language, pick(language, "Next charge", "Próximo cobro")),
  button: cancelButton(facts, language),
  also: [ownPage(language, publicUrl)],
});

export const priceChange = defineLetter(
  "membership_price_change",
  { en: "Membership price changes", es: "Cambia el precio de la membresía" },
  "account",
  writePriceChange,
);
export const priceStays = defineLetter(
  "membership_price_stays",
  { en: "Membership price stays", es: "El precio de la membresía no cambia" },
  "account",
  writePriceStays,
);
export const yearly = defineLetter(
  "membership_yearly",
  { en: "Yearly word on the membership", es: "Aviso anual de la membresía" },
  "account",
  writeYearly,
);

export const LETTERS_OF_PRICES = [priceChange, priceStays, yearly];
