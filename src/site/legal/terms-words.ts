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
      title: pick("Who we are", "Quiénes somos"),
      body: [
        pick(
          `${name} is operated by ${postalAddress}. You can reach us at ${brand.support_email}.`,
          `El servicio ${name} lo opera ${postalAddress}. Puedes escribirnos a ${brand.support_email}.`,
        ),
        pick(
          "These terms apply between you and us when you use the site, the app or the browser extension. What you buy from a store is between you and that store.",
          "Estas condiciones rigen entre tú y nosotros cuando usas el sitio, la app o la extensión. Lo que compras en una tienda queda entre tú y esa tienda.",
        ),
      ],
    },
    {
      id: "account",
      title: pick("Your account", "Tu cuenta"),
      body: [
        [
          pick(
            "You must be 18 or older, and you may have one account.",
            "Debes tener 18 años o más y puedes tener una sola cuenta.",
          ),
          pick(
            "Keep your password and sign-in codes to yourself. In Settings you can see every session and end it.",
            "No compartas tu contraseña ni tus códigos de acceso. En Configuración puedes ver cada sesión y cerrarla.",
          ),
          pick(
            "You can download your data or delete your account in Settings at any time. Money that is yours is paid out first, unless you choose to give it up.",
            "En Configuración puedes descargar tus datos o eliminar tu cuenta cuando quieras. Antes te pagamos el dinero que es tuyo, salvo que decidas renunciar a él.",
          ),
          pick(
            "Your account does not expire if you stop using it, and we never charge an inactivity fee.",
            "Tu cuenta no vence por falta de uso y nunca cobramos por inactividad.",
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
          "Before you do anything for a bonus, it tells you what it is worth, what it depends on and when it ends. Each bonus is limited to one per person. The rules and odds of the wheel and of the free monthly draw are on the page “Wheel and draw rules”.",
          "Antes de que hagas nada por un bono, te dice cuánto vale, de qué depende y hasta cuándo. Cada bono se limita a uno por persona. Las reglas y probabilidades de la rueda y del sorteo mensual gratuito están en la página «Reglas de la rueda y del sorteo».",
        ),
      ],
    },
    {
      id: "fair",
      title: pick("Fair use", "Uso justo"),
      body: [
        pick(
          "More than one account per person, orders placed only to be returned, false information, automated clicks and inviting yourself take money from other members. We may withhold what came from them and close an account, after telling you why and hearing your side.",
          "Tener varias cuentas, hacer pedidos solo para devolverlos, dar datos falsos, usar clics automáticos o invitarte a ti mismo les quita dinero a otros miembros. Podemos retener lo que provenga de eso y cerrar una cuenta, después de explicarte por qué y de escucharte.",
        ),
      ],
    },
    {
      id: "extension",
      title: pick("The extension", "La extensión"),
      body: [
        pick(
          "It tries coupon codes when you ask it to. It never replaces the link of whoever sent you to a store, and it stands down for the rest of that visit.",
          "Prueba cupones cuando se lo pides. Nunca sustituye el enlace de quien te llevó a una tienda y se aparta durante el resto de esa visita.",
        ),
      ],
    },
    {
      id: "liability",
      title: pick("Liability", "Responsabilidad"),
      body: [
        pick(
          "We are liable for intent and gross negligence, for injury to life and health, and for whatever the law does not allow us to exclude. Beyond that, our liability is limited to what is in your passbook and what you paid us in the last twelve months. Rates, prices and codes come from stores: we check them, but a store's mistake is not a promise from us.",
          "Respondemos por dolo y negligencia grave, por daños a la vida y la salud, y por todo lo que la ley no permite excluir. Fuera de eso, nuestra responsabilidad se limita a lo que hay en tu libreta y a lo que nos pagaste en los últimos doce meses. Las tasas, los precios y los códigos vienen de las tiendas: los comprobamos, pero un error de la tienda no es una promesa nuestra.",
        ),
      ],
    },
    {
      id: "changes",
      title: pick("Changes and disputes", "Cambios y disputas"),
      body: [
        pick(
          "We announce changes to these terms by email 30 days before they take effect. If you don't agree, you can leave before then and keep everything you earned. Stricter terms never apply to the past.",
          "Avisamos por correo de cualquier cambio en estas condiciones 30 días antes de que entre en vigor. Si no estás de acuerdo, puedes irte antes y conservar todo lo ganado. Las condiciones más estrictas nunca se aplican al pasado.",
        ),
        pick(
          `Write to ${brand.support_email} first; a person will answer. The law of ${brand.legal.law.en} applies, and you keep the rights and courts that the law where you live gives you.`,
          `Escribe primero a ${brand.support_email}; te responderá una persona. Se aplica la ley de ${brand.legal.law.es}, y conservas los derechos y tribunales que te da la ley del lugar donde vives.`,
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
      pick("What you earned stays yours if you leave.", "Lo que ganaste sigue siendo tuyo si te vas."),
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
        "You get the rate that was shown when you clicked, whatever the store pays us later.",
        "Recibes la tasa que se mostraba cuando hiciste clic, sin importar lo que la tienda nos pague después.",
      ),
      pick(
        "An order shows as pending once the store's network reports it, with the date when it is likely to be confirmed. The cash back is yours once the store confirms it.",
        "Un pedido aparece como pendiente cuando lo informa la red de la tienda, con la fecha probable de confirmación. El dinero es tuyo cuando la tienda lo confirma.",
      ),
      pick(
        "If an order is returned or canceled, its cash back is reversed in part or in full. If it was already paid out, we deduct it from what you earn next; we never bill you for it.",
        "Si un pedido se devuelve o cancela, su dinero de vuelta se revierte, en parte o por completo. Si ya se pagó, lo descontamos de lo próximo que ganes; nunca te lo cobramos aparte.",
      ),
      pick(
        "Codes from other sites, blocked cookies and other links along the way can keep a store from reporting an order. Tell us, and we will ask the network.",
        "Los códigos de otros sitios, las cookies bloqueadas y otros enlaces en el camino pueden impedir que una tienda registre un pedido. Avísanos y le preguntamos a la red.",
      ),
      pick(
        `You can withdraw once you have ${least}. A payout that fails returns to your passbook with the reason.`,
        `Puedes retirar a partir de ${least}. Un retiro que falla vuelve a tu libreta con el motivo.`,
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
          `It starts with a ${plan.days}-day trial for ${plan.trial}. On the date shown before you pay, we charge ${plan.month} to your card, and then every month on that day until you cancel. Trials are limited to one per person.`,
          `Empieza con una prueba de ${plan.days} días por ${plan.trial}. En la fecha que se muestra antes de pagar cobramos ${plan.month} a tu tarjeta, y después cada mes ese mismo día hasta que canceles. Se permite una prueba por persona.`,
        )
      : pick(
          `It costs ${plan.month} a month from the day you join until you cancel.`,
          `Cuesta ${plan.month} al mes desde el día en que te unes, hasta que canceles.`,
        ),
    [
      pick(
        "We email you 7 and 3 days before the first full charge, with a link that cancels without signing in. Every charge comes with a receipt.",
        "Te recordamos por correo 7 y 3 días antes del primer cobro completo, con un enlace que cancela sin iniciar sesión. Cada cobro trae su recibo.",
      ),
      pick(
        "Cancel under Membership or Billing, from any of our emails, or by writing to us. Benefits last until the end of the period you paid for, and you won't be charged again.",
        "Cancela en Membresía o Pagos, desde cualquiera de nuestros correos o escribiéndonos. Los beneficios siguen hasta el final del período pagado y no te cobramos nada más.",
      ),
      pick(
        "If you cancel a trial without having used any benefit, we refund its price.",
        "Si cancelas una prueba sin haber usado ningún beneficio, te devolvemos su precio.",
      ),
      pick(
        "If a card is declined, we tell you right away and may try it again up to eight times in 14 days, unless you opt out. After 7 days benefits pause; after 14 the membership ends and you owe nothing.",
        "Si una tarjeta es rechazada te avisamos enseguida y podemos reintentarla, hasta ocho veces en 14 días, salvo que lo rechaces. A los 7 días se pausan los beneficios; a los 14 termina la membresía y no debes nada.",
      ),
      pick(
        "We announce a new price 7 to 30 days before it is first charged, with a link to cancel.",
        "Avisamos de un precio nuevo entre 7 y 30 días antes de cobrarlo por primera vez, con un enlace para cancelar.",
      ),
      pick(
        "An upgrade starts right away, for the price difference of the days that are left; a downgrade starts with the next month.",
        "Un plan superior empieza enseguida, por la diferencia de precio de los días que quedan; uno más barato, el mes siguiente.",
      ),
    ],
  ],
});

const shipping = (pick: Pick, brand: Brand): Part => ({
  id: "shipping",
  title: pick("The shipping membership", "La membresía de envíos"),
  body: [
    pick(
      `It is a separate membership, for ${formatMoney(brand.plan.tiers.shipright.monthly_minor)} a month after a trial of ${brand.plan.tiers.shipright.trial_days} days, and is canceled separately. It reimburses up to $100.00 a month in shipping and return costs that you can prove with the store's receipt.`,
      `Es una membresía aparte, por ${formatMoney(brand.plan.tiers.shipright.monthly_minor)} al mes tras una prueba de ${brand.plan.tiers.shipright.trial_days} días, y se cancela por separado. Reembolsa costos de envío y devolución de hasta $100.00 al mes que puedas probar con el recibo de la tienda.`,
    ),
  ],
});
