/** The terms of use, from what the product does and the brand pack's figures. Whoever runs it has them read by counsel. */
import type { Brand } from "#partners";
import { formatMoney } from "#ui/money.tsx";
import type { Language } from "#ui/text.tsx";
import { type LegalDocument, type Part, type Pick, picker } from "./document.tsx";

/** `postalAddress` begins with the name of whoever runs it. */
export function termsOf(brand: Brand, language: Language, postalAddress: string): LegalDocument {
  const pick = picker(language);
  const { name } = brand;
  const trial = formatMoney(brand.plan.trial_minor);
  const month = formatMoney(brand.plan.monthly_minor);
  const days = brand.plan.trial_days;
  const least = formatMoney(brand.payout_minimum_minor);
  const parts: Part[] = [
    {
      id: "who",
      title: pick("Who you deal with", "Con quién tratas"),
      body: [
        pick(
          `${name} is run by ${postalAddress}. You reach us at ${brand.support_email}.`,
          `${name} lo opera ${postalAddress}. Nos encuentras en ${brand.support_email}.`,
        ),
        pick(
          "These terms hold between you and us when you use the site, the app or the browser extension. What a store sells you is between you and the store.",
          "Estas condiciones rigen entre tú y nosotros cuando usas el sitio, la app o la extensión. Lo que te vende una tienda es asunto entre tú y la tienda.",
        ),
      ],
    },
    {
      id: "account",
      title: pick("Your account", "Tu cuenta"),
      body: [
        [
          pick("You are 18 or older, and you have one account.", "Tienes 18 años o más y una sola cuenta."),
          pick(
            "Keep what opens your account to yourself. In Settings you see every session and can end it.",
            "Guarda para ti lo que abre tu cuenta. En Configuración ves cada sesión y puedes cerrarla.",
          ),
          pick(
            "You can take a copy of your data or delete the account in Settings at any time. Money that is yours is paid out first, or given up if you say so.",
            "En Configuración puedes obtener una copia de tus datos o eliminar la cuenta cuando quieras. El dinero que es tuyo se paga antes, o renuncias a él si así lo dices.",
          ),
          pick(
            "An account does not run out because it is not used, and we charge nothing for keeping it.",
            "Una cuenta no caduca por no usarse y no cobramos nada por mantenerla.",
          ),
        ],
      ],
    },
    cashback(pick, least),
    membership(pick, { name, trial, month, days }),
    {
      id: "bonuses",
      title: pick("Bonuses, invitations and draws", "Bonos, invitaciones y sorteos"),
      body: [
        pick(
          "Each bonus says what it is worth, what it hangs on and until when, before you do anything for it. There is one of each kind for a person. The wheel and the free monthly draw have their rules and odds on the page Rules of the wheel and the draw.",
          "Cada bono dice cuánto vale, de qué depende y hasta cuándo, antes de que hagas nada por él. Hay uno de cada clase por persona. La rueda y el sorteo mensual gratuito tienen sus reglas y probabilidades en la página Reglas de la rueda y del sorteo.",
        ),
      ],
    },
    {
      id: "fair",
      title: pick("What is not fair", "Lo que no es justo"),
      body: [
        pick(
          "Several accounts of one person, orders made only to be returned, false data, programs that click, and invitations to yourself take money from other members. We may hold back what came from it, and close an account, after telling you why and hearing you.",
          "Varias cuentas de una persona, pedidos hechos solo para devolverlos, datos falsos, programas que hacen clic e invitaciones a ti mismo quitan dinero a otros miembros. Podemos retener lo que venga de ahí y cerrar una cuenta, tras decirte por qué y escucharte.",
        ),
      ],
    },
    {
      id: "extension",
      title: pick("The extension", "La extensión"),
      body: [
        pick(
          "It tries coupon codes when you ask it to. It never replaces the link of somebody who brought you to a store, and it stands back for the rest of that visit.",
          "Prueba cupones cuando se lo pides. Nunca sustituye el enlace de quien te llevó a una tienda y se aparta durante el resto de esa visita.",
        ),
      ],
    },
    {
      id: "liability",
      title: pick("What we answer for", "De qué respondemos"),
      body: [
        pick(
          "We answer for what we do wrong on purpose or by gross negligence, for harm to life and health, and for what the law does not let anybody exclude. Beyond that we answer for what is in your passbook and for what you paid us in the last twelve months. Rates, prices and codes come from stores: we check them, and a mistake of theirs is not a promise of ours.",
          "Respondemos de lo que hagamos mal a propósito o por negligencia grave, de los daños a la vida y la salud y de lo que la ley no permite excluir. Más allá, respondemos por lo que hay en tu libreta y por lo que nos pagaste en los últimos doce meses. Las tasas, los precios y los códigos vienen de las tiendas: los comprobamos, y un error suyo no es una promesa nuestra.",
        ),
      ],
    },
    {
      id: "changes",
      title: pick("Changes and disputes", "Cambios y disputas"),
      body: [
        pick(
          "A change of these terms is told by mail 30 days before it holds. If you do not want it, leave before: nothing that you earned is lost. What is stricter for you never holds for the past.",
          "Un cambio de estas condiciones se avisa por correo 30 días antes. Si no lo quieres, vete antes: no pierdes nada de lo ganado. Lo que sea más estricto para ti nunca rige hacia atrás.",
        ),
        pick(
          `Write to ${brand.support_email} first; you get an answer of a person. The law of ${brand.legal.law.en} holds, and you keep the rights and the courts that the law of your home gives you.`,
          `Escribe primero a ${brand.support_email}; te responde una persona. Rige la ley de ${brand.legal.law.es}, y conservas los derechos y los tribunales que te da la ley de tu domicilio.`,
        ),
      ],
    },
  ];
  if (brand.legal.terms === "shipping") parts.splice(3, 0, shipping(pick, brand));
  return {
    title: pick("Terms & Conditions", "Términos y condiciones"),
    since: "2026-11-01",
    short: [
      pick("Cash back and coupons are free.", "El dinero de vuelta y los cupones son gratis."),
      pick(
        `The membership costs ${days > 0 ? `${trial} for ${days} days, then ` : ""}${month} a month, until you cancel. Canceling takes two clicks.`,
        `La membresía cuesta ${days > 0 ? `${trial} por ${days} días y luego ` : ""}${month} al mes, hasta que canceles. Cancelar toma dos clics.`,
      ),
      pick("What you earned stays yours when you leave.", "Lo que ganaste sigue siendo tuyo cuando te vas."),
      pick("Every refusal comes with its reason.", "Cada negativa viene con su razón."),
    ],
    parts,
  };
}

const cashback = (pick: Pick, least: string): Part => ({
  id: "cash-back",
  title: pick("Cash back", "Dinero de vuelta"),
  body: [
    [
      pick(
        "The rate that stood on the page when you clicked is the rate that you get, whatever the store pays us later.",
        "La tasa que veías al hacer clic es la que recibes, pague lo que pague la tienda después.",
      ),
      pick(
        "An order shows as pending when the store's network reports it, with the day on which it is likely to be confirmed. It is yours when the store confirms it.",
        "Un pedido aparece como pendiente cuando lo informa la red de la tienda, con el día probable de confirmación. Es tuyo cuando la tienda lo confirma.",
      ),
      pick(
        "A returned or canceled order takes its cash back along, in part or whole. If it was paid out already, the sum is taken from what you earn next; we never send you a bill for it.",
        "Un pedido devuelto o cancelado se lleva su dinero de vuelta, en parte o entero. Si ya se pagó, se descuenta de lo próximo que ganes; nunca te enviamos una factura por ello.",
      ),
      pick(
        "Codes from elsewhere, blocked cookies and other links on the way can keep a store from reporting an order. Tell us, and we ask the network.",
        "Los códigos de otros sitios, las cookies bloqueadas y otros enlaces en el camino pueden impedir que una tienda informe de un pedido. Avísanos y preguntamos a la red.",
      ),
      pick(
        `You can withdraw from ${least} on. A payout that fails comes back to your passbook with the reason.`,
        `Puedes retirar desde ${least}. Un retiro que falla vuelve a tu libreta con la razón.`,
      ),
    ],
  ],
});

const membership = (pick: Pick, plan: { name: string; trial: string; month: string; days: number }): Part => ({
  id: "membership",
  title: pick("The membership", "La membresía"),
  body: [
    plan.days > 0
      ? pick(
          `It begins with a trial of ${plan.days} days for ${plan.trial}. On the day that is printed before you pay, your card is charged ${plan.month}, and then every month on that day, until you cancel. A trial is once for each person.`,
          `Empieza con una prueba de ${plan.days} días por ${plan.trial}. El día que se muestra antes de pagar se cobran ${plan.month} a tu tarjeta, y después cada mes ese día, hasta que canceles. Hay una prueba por persona.`,
        )
      : pick(
          `It costs ${plan.month} a month from the day on which you join, until you cancel.`,
          `Cuesta ${plan.month} al mes desde el día en que te unes, hasta que canceles.`,
        ),
    [
      pick(
        "Mails remind you 7 and 3 days before the first full charge, with a link that cancels without signing in. Every charge comes with a receipt.",
        "Te recordamos por correo 7 y 3 días antes del primer cobro completo, con un enlace que cancela sin iniciar sesión. Cada cobro trae su recibo.",
      ),
      pick(
        "Cancel under Membership or Billing, from a mail, or by writing to us. The benefits run until the end of what is paid for, and nothing more is charged.",
        "Cancela en Membresía o Facturación, desde un correo o escribiéndonos. Los beneficios siguen hasta el final de lo pagado y no se cobra nada más.",
      ),
      pick(
        "Cancel a trial of which you used nothing, and its price goes back.",
        "Si cancelas una prueba de la que no usaste nada, se devuelve su precio.",
      ),
      pick(
        "When a card is declined we tell you at once and may try it again, up to eight times in 14 days, unless you say no. After 7 days benefits pause, after 14 the membership ends, and you owe nothing.",
        "Si una tarjeta es rechazada te avisamos enseguida y podemos reintentarla, hasta ocho veces en 14 días, salvo que digas que no. A los 7 días se pausan los beneficios, a los 14 termina la membresía y no debes nada.",
      ),
      pick(
        "A new price is told 7 to 30 days before the first charge of it, with the way out.",
        "Un precio nuevo se avisa de 7 a 30 días antes del primer cobro, con la forma de salir.",
      ),
      pick(
        "A better plan begins at once for the difference of the days that are left; a cheaper one begins with the next month.",
        "Un plan mejor empieza enseguida por la diferencia de los días que quedan; uno más barato, el mes siguiente.",
      ),
    ],
  ],
});

const shipping = (pick: Pick, brand: Brand): Part => ({
  id: "shipping",
  title: pick("The shipping membership", "La membresía de envíos"),
  body: [
    pick(
      `It is a membership of its own, for ${formatMoney(brand.plan.tiers.shipright.monthly_minor)} a month after a trial of ${brand.plan.tiers.shipright.trial_days} days, and is canceled on its own. It pays back shipping and return costs of up to $100.00 a month that you can prove with the store's receipt.`,
      `Es una membresía aparte, por ${formatMoney(brand.plan.tiers.shipright.monthly_minor)} al mes tras una prueba de ${brand.plan.tiers.shipright.trial_days} días, y se cancela por separado. Reembolsa costos de envío y devolución de hasta $100.00 al mes que puedas probar con el recibo de la tienda.`,
    ),
  ],
});
