/**
 * Mails about the membership, both languages side by side. What it costs, when, and how to stop stand in the first lines
 * of each (references: card schemes, state laws). Amounts are cents, days are civil dates.
 */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { Language } from "#platform/http";

export type MembershipFacts = {
  brand: string;
  plan: { en: string; es: string };
  card: string;
  monthly_minor: string;
  /** The sum that this mail is about. */
  amount_minor: string;
  /** The day that this mail is about: of the charge, of the end. */
  on: string;
  next_on?: string;
  old_minor?: string;
  invoice?: string;
  trial?: { days: number; minor: string } | null;
  reason?: { en: string; es: string };
  /** The words that were agreed to, as they were shown. */
  words?: string;
  /** Of the end of a membership: what goes back; "0" says that nothing does. */
  back_minor?: string;
  /** There is no account any more that a link could lead to. */
  account_deleted?: boolean;
  /** Access ends, or pauses, on this day. */
  until?: string;
  cancel_link: string;
  card_link?: string;
  no_retry_link?: string;
};

export type Write = (facts: MembershipFacts, language: Language, publicUrl: string) => Letter;

export const cancelButton = (facts: MembershipFacts, language: Language) => ({
  label: pick(language, "Cancel without signing in", "Cancelar sin iniciar sesión"),
  href: facts.cancel_link,
});
export const ownPage = (language: Language, publicUrl: string) => ({
  label: pick(language, "Open your membership", "Abre tu membresía"),
  href: `${publicUrl}/account/subscription`,
});
const howToCancel = (language: Language) =>
  pick(
    language,
    "You can cancel anytime in two clicks: with the link in this email, or in your account under Membership.",
    "Puedes cancelar cuando quieras con dos clics: con el enlace de este correo o en tu cuenta, en Membresía.",
  );

export function slipOf(facts: MembershipFacts, language: Language, dayTerm: string): NonNullable<Letter["slip"]> {
  return {
    title: `${facts.brand} · ${facts.plan[language]}`,
    rows: [
      ...(facts.invoice ? [{ term: pick(language, "Invoice", "Factura"), value: facts.invoice }] : []),
      ...(facts.trial
        ? [
            {
              term: pick(language, `${facts.trial.days}-day trial`, `Prueba de ${facts.trial.days} días`),
              value: showMoney(facts.trial.minor),
            },
          ]
        : []),
      { term: dayTerm, value: showDay(facts.on, language) },
      { term: pick(language, "Card", "Tarjeta"), value: facts.card },
    ],
    total: { term: pick(language, "Per month", "Al mes"), value: showMoney(facts.monthly_minor) },
  };
}

const writeJoined: Write = (facts, language, publicUrl) => {
  const monthly = showMoney(facts.monthly_minor);
  const next = showDay(facts.next_on ?? facts.on, language);
  return {
    subject: pick(
      language,
      `Welcome to ${facts.brand}: your membership terms`,
      `Ya eres miembro de ${facts.brand}: tus condiciones`,
    ),
    headline: pick(language, `Your ${facts.brand} membership has started`, `Tu membresía de ${facts.brand} comenzó`),
    lead: facts.trial
      ? pick(
          language,
          `Your ${facts.trial.days}-day trial cost ${showMoney(facts.trial.minor)}. On ${next} we charge ${monthly}, and then every month until you cancel. Cancel before ${next} and you won't be charged again.`,
          `Tu prueba de ${facts.trial.days} días costó ${showMoney(facts.trial.minor)}. El ${next} se cobran ${monthly} y después cada mes hasta que canceles. Cancela antes del ${next} y no te cobramos nada más.`,
        )
      : pick(
          language,
          `You paid ${showMoney(facts.amount_minor)} for the first month. We charge the next ${monthly} on ${next}, and then every month until you cancel.`,
          `Pagaste ${showMoney(facts.amount_minor)} por el primer mes. Los próximos ${monthly} se cobran el ${next} y después cada mes hasta que canceles.`,
        ),
    slip: {
      ...slipOf({ ...facts, on: facts.next_on ?? facts.on }, language, pick(language, "Next charge", "Próximo cobro")),
    },
    button: ownPage(language, publicUrl),
    also: [cancelButton(facts, language)],
    after: `${howToCancel(language)} ${pick(language, "You agreed to this:", "Aceptaste esto:")} “${facts.words ?? ""}”`,
  };
};

const writeReminder: Write = (facts, language, publicUrl) => {
  const [amount, day] = [showMoney(facts.amount_minor), showDay(facts.on, language)];
  return {
    subject: pick(
      language,
      `Your trial ends soon: ${amount} on ${day}`,
      `Tu prueba termina pronto: ${amount} el ${day}`,
    ),
    headline: pick(language, `Your trial ends on ${day}`, `Tu prueba termina el ${day}`),
    lead: pick(
      language,
      `On ${day} we charge ${amount} to ${facts.card}, and then every month until you cancel. To pay nothing, cancel before ${day}: one link, no sign-in needed.`,
      `El ${day} cobramos ${amount} en ${facts.card} y después cada mes hasta que canceles. Para no pagar nada, cancela antes del ${day}. Basta un enlace, sin iniciar sesión.`,
    ),
    slip: slipOf(facts, language, pick(language, "First full charge", "Primer cobro completo")),
    button: cancelButton(facts, language),
    also: [ownPage(language, publicUrl)],
  };
};

const writeReceipt: Write = (facts, language, publicUrl) => {
  const [amount, day] = [showMoney(facts.amount_minor), showDay(facts.on, language)];
  const next = showDay(facts.next_on ?? facts.on, language);
  return {
    subject: pick(language, `Receipt: ${amount} on ${day}`, `Recibo: ${amount} el ${day}`),
    headline: pick(language, `${amount} was charged on ${day}`, `Se cobraron ${amount} el ${day}`),
    lead: pick(
      language,
      `This covers your ${facts.brand} membership until ${next}, when the next ${showMoney(facts.monthly_minor)} is due. Cancel before then and you won't be charged.`,
      `Cubre tu membresía de ${facts.brand} hasta el ${next}, cuando se cobran los próximos ${showMoney(facts.monthly_minor)}. Si cancelas antes, no se te cobran.`,
    ),
    slip: slipOf(facts, language, pick(language, "Charged on", "Cobrado el")),
    button: cancelButton(facts, language),
    also: [ownPage(language, publicUrl)],
    after: howToCancel(language),
  };
};

const writeDeclined: Write = (facts, language, publicUrl) => {
  const [amount, until] = [showMoney(facts.amount_minor), showDay(facts.until ?? facts.on, language)];
  return {
    subject: pick(
      language,
      `${amount} was declined: please enter a valid card`,
      `${amount} fue rechazado: ingresa una tarjeta válida`,
    ),
    headline: pick(language, `Your card was declined for ${amount}`, `Tu tarjeta fue rechazada por ${amount}`),
    lead: `${facts.reason?.[language] ?? ""} ${pick(
      language,
      `Enter a valid card and resubmit. Your benefits stay until ${until}. If you cancel, you owe nothing.`,
      `Escribe una tarjeta válida y vuelve a enviarla. Tus beneficios siguen hasta el ${until}. Si cancelas, no debes nada.`,
    )}`.trim(),
    slip: slipOf(facts, language, pick(language, "Was due on", "Vencía el")),
    button: {
      label: pick(language, "Enter a valid card", "Escribir una tarjeta válida"),
      href: facts.card_link ?? publicUrl,
    },
    also: [
      ...(facts.no_retry_link
        ? [
            {
              label: pick(language, "Don't try this card again", "No vuelvan a intentar con esta tarjeta"),
              href: facts.no_retry_link,
            },
          ]
        : []),
      cancelButton(facts, language),
    ],
    after: pick(
      language,
      "We may try the card again over 14 days unless you opt out above. Your cash back and coins stay yours, and you can withdraw them at any time.",
      "Podemos volver a intentar con la tarjeta durante 14 días, salvo que lo rechaces arriba. Tu dinero de vuelta y tus monedas siguen siendo tuyos y puedes retirarlos cuando quieras.",
    ),
  };
};

const writePaused: Write = (facts, language, publicUrl) => {
  const until = showDay(facts.until ?? facts.on, language);
  return {
    ...writeDeclined(facts, language, publicUrl),
    subject: pick(
      language,
      "Your benefits are paused until a card works",
      "Tus beneficios están en pausa hasta que funcione una tarjeta",
    ),
    headline: pick(language, "Your benefits are paused", "Tus beneficios están en pausa"),
    lead: pick(
      language,
      `We couldn't charge ${showMoney(facts.amount_minor)} to ${facts.card}. With a valid card everything is back right away; without one your membership ends on ${until}, and you owe nothing.`,
      `No se pudieron cobrar ${showMoney(facts.amount_minor)} en ${facts.card}. Con una tarjeta válida todo vuelve al instante; sin ella la membresía termina el ${until} y no debes nada.`,
    ),
  };
};

const writeCancelled: Write = (facts, language, publicUrl) => {
  const day = showDay(facts.on, language);
  return {
    subject: pick(language, "Your membership is canceled", "Tu membresía está cancelada"),
    headline: pick(language, "Canceled: you won't be charged again", "Cancelada: no te cobraremos nada más"),
    lead: facts.reason
      ? `${facts.reason[language]} ${pick(
          language,
          `It stays active until ${day} and then ends by itself. This is your cancellation receipt.`,
          `Sigue activa hasta el ${day} y después termina sola. Este es tu comprobante de la cancelación.`,
        )}`
      : pick(
          language,
          `Your ${facts.brand} membership stays active until ${day}, because you've paid for it, and then ends by itself. This is your cancellation receipt.`,
          `Tu membresía de ${facts.brand} sigue activa hasta el ${day}, porque ya está pagada, y después termina sola. Este es tu comprobante de la cancelación.`,
        ),
    slip: {
      title: pick(language, "Cancellation receipt", "Recibo de cancelación"),
      rows: [
        { term: pick(language, "Charged today", "Cobrado hoy"), value: showMoney("0") },
        { term: pick(language, "Further charges", "Cobros futuros"), value: pick(language, "None", "Ninguno") },
        { term: pick(language, "Benefits run until", "Beneficios hasta el"), value: day },
      ],
    },
    also: [{ ...ownPage(language, publicUrl), label: pick(language, "Resume membership", "Reanudar membresía") }],
    after: pick(
      language,
      "Your cash back and coins stay yours. A bonus that needs a paid month expires without one.",
      "Tu dinero de vuelta y tus monedas siguen siendo tuyos. Un bono que requiere un mes pagado vence sin él.",
    ),
  };
};

const writeEnded: Write = (facts, language, publicUrl) => ({
  subject: pick(language, `Your ${facts.brand} membership has ended`, `Tu membresía de ${facts.brand} terminó`),
  headline: pick(
    language,
    `Your membership ended on ${showDay(facts.on, language)}`,
    `Tu membresía terminó el ${showDay(facts.on, language)}`,
  ),
  lead: [
    facts.reason?.[language] ?? "",
    pick(language, "You won't be charged again, and you owe nothing.", "No se cobra nada más y no debes nada."),
    backWords(facts, language),
    facts.account_deleted
      ? ""
      : pick(
          language,
          "Your cash back and coins stay yours.",
          "Tu dinero de vuelta y tus monedas siguen siendo tuyos.",
        ),
  ]
    .filter(Boolean)
    .join(" "),
  ...(facts.account_deleted ? {} : { also: [ownPage(language, publicUrl)] }),
});

/** What becomes of money that was paid ahead, where the end says so. */
function backWords(facts: MembershipFacts, language: Language): string {
  if (facts.back_minor === undefined) return "";
  const amount = showMoney(facts.back_minor);
  if (BigInt(facts.back_minor) > 0n)
    return pick(
      language,
      `${amount} that you paid ahead goes back to your card (${facts.card}) within 5 to 10 business days.`,
      `${amount} que pagaste por adelantado vuelven a tu tarjeta (${facts.card}) en 5 a 10 días hábiles.`,
    );
  return pick(
    language,
    "What you paid for the current period isn't refunded.",
    "Lo que pagaste por el período en curso no se reembolsa.",
  );
}

const writeResumed: Write = (facts, language, publicUrl) => ({
  subject: pick(language, "Your membership continues", "Tu membresía continúa"),
  headline: pick(language, "Your membership continues", "Tu membresía continúa"),
  lead: pick(
    language,
    `We charge ${showMoney(facts.amount_minor)} on ${showDay(facts.on, language)}, and then every month until you cancel.`,
    `Se cobran ${showMoney(facts.amount_minor)} el ${showDay(facts.on, language)} y después cada mes hasta que canceles.`,
  ),
  slip: slipOf(facts, language, pick(language, "Next charge", "Próximo cobro")),
  button: cancelButton(facts, language),
  also: [ownPage(language, publicUrl)],
});

const writePlanChanged: Write = (facts, language, publicUrl) => ({
  ...writeResumed(facts, language, publicUrl),
  subject: pick(language, `Your plan: ${facts.plan.en}`, `Tu plan: ${facts.plan.es}`),
  headline: pick(
    language,
    `Your plan is ${facts.plan.en} from ${showDay(facts.until ?? facts.on, language)}`,
    `Tu plan es ${facts.plan.es} desde el ${showDay(facts.until ?? facts.on, language)}`,
  ),
});

const writeRefunded: Write = (facts, language, publicUrl) => ({
  subject: pick(
    language,
    `${showMoney(facts.amount_minor)} is on its way back to your card`,
    `Te devolvemos ${showMoney(facts.amount_minor)} a tu tarjeta`,
  ),
  headline: pick(
    language,
    `${showMoney(facts.amount_minor)} is on its way back to your card`,
    `Te devolvemos ${showMoney(facts.amount_minor)} a tu tarjeta`,
  ),
  lead: `${facts.reason?.[language] ?? ""} ${pick(
    language,
    "It should appear within 5 to 10 business days.",
    "Debería aparecer en 5 a 10 días hábiles.",
  )}`.trim(),
  also: [ownPage(language, publicUrl)],
});

// What somebody pays, when, and how to stop is told whatever they left.
export const joined = defineLetter(
  "membership_joined",
  { en: "Membership begun", es: "Membresía iniciada" },
  "account",
  writeJoined,
);
export const reminder = defineLetter(
  "membership_reminder",
  { en: "Charge coming up", es: "Próximo cobro" },
  "account",
  writeReminder,
);
export const receipt = defineLetter(
  "membership_receipt",
  { en: "Membership receipt", es: "Recibo de la membresía" },
  "account",
  writeReceipt,
);
export const declined = defineLetter(
  "membership_declined",
  { en: "Charge declined", es: "Cobro rechazado" },
  "account",
  writeDeclined,
);
export const paused = defineLetter(
  "membership_paused",
  { en: "Membership paused", es: "Membresía en pausa" },
  "account",
  writePaused,
);
export const cancelled = defineLetter(
  "membership_cancelled",
  { en: "Membership canceled", es: "Membresía cancelada" },
  "account",
  writeCancelled,
);
export const ended = defineLetter(
  "membership_ended",
  { en: "Membership ended", es: "Membresía terminada" },
  "account",
  writeEnded,
);
export const resumed = defineLetter(
  "membership_resumed",
  { en: "Membership continues", es: "La membresía continúa" },
  "account",
  writeResumed,
);
export const planChanged = defineLetter(
  "membership_plan_changed",
  { en: "Plan changed", es: "Plan cambiado" },
  "account",
  writePlanChanged,
);
export const refunded = defineLetter(
  "membership_refunded",
  { en: "Membership refunded", es: "Reembolso de la membresía" },
  "account",
  writeRefunded,
);

export const LETTERS = [joined, reminder, receipt, declined, paused, cancelled, ended, resumed, planChanged, refunded];
