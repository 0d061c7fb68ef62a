/** The privacy policy, from what the product keeps; a part of its own for partners and for the United Kingdom. */
import type { Brand } from "#partners";
import type { Language } from "#ui/text.tsx";
import { type LegalDocument, type Part, type Pick, picker } from "./document.tsx";

/** `postalAddress` begins with the name of whoever runs it. */
export function privacyOf(
  brand: Brand,
  language: Language,
  facts: { postalAddress: string; british: boolean },
): LegalDocument {
  const pick = picker(language);
  const parts: Part[] = [
    {
      id: "who",
      title: pick("Who keeps your data", "Quién guarda tus datos"),
      body: [
        pick(
          `${facts.postalAddress} runs ${brand.name} and answers for your data. Write to ${brand.support_email} with any question about it.`,
          `${facts.postalAddress} opera ${brand.name} y responde por tus datos. Escribe a ${brand.support_email} con cualquier pregunta.`,
        ),
      ],
    },
    kept(pick),
    {
      id: "given",
      title: pick("Who gets something, and what", "Quién recibe algo y qué"),
      body: [
        [
          pick(
            "Stores and their networks: a random number for your click, nothing that names you. Their report of the order comes back with it.",
            "Las tiendas y sus redes: un número al azar por tu clic, nada que te nombre. Su informe del pedido vuelve con él.",
          ),
          pick(
            "The card processor: your card, your name and your address of mail. The number of the card never reaches us.",
            "El procesador de tarjetas: tu tarjeta, tu nombre y tu correo. El número de la tarjeta nunca nos llega.",
          ),
          pick(
            "Whoever pays you out: the sum and the address that you gave for it.",
            "Quien te paga los retiros: el importe y la dirección que diste para ello.",
          ),
          pick(
            "The services that carry mails and texts: the address and the message.",
            "Los servicios que llevan correos y mensajes: la dirección y el mensaje.",
          ),
          pick(
            "Partners who brought you here: that somebody joined, and only where you allow it a scrambled form of your address. They run in a closed frame that sees nothing of the page.",
            "Los socios que te trajeron: que alguien se unió y, solo si lo permites, una forma cifrada de tu correo. Funcionan en un marco cerrado que no ve nada de la página.",
          ),
        ],
        pick(
          "We do not sell your data, and nobody gets your purchases for advertising.",
          "No vendemos tus datos y nadie recibe tus compras para publicidad.",
        ),
      ],
    },
    {
      id: "choices",
      title: pick("What you decide", "Lo que decides tú"),
      body: [
        [
          pick(
            "Under Your privacy choices, at the foot of every page, you allow or refuse statistics and partners' pixels, and see when you did.",
            "En Tus opciones de privacidad, al pie de cada página, permites o rechazas estadísticas y píxeles de socios, y ves cuándo lo hiciste.",
          ),
          pick(
            "The signal of your browser against selling and sharing (Global Privacy Control) is taken as a no, for the browser and for your account.",
            "La señal de tu navegador contra la venta y el intercambio (Global Privacy Control) cuenta como un no, para el navegador y para tu cuenta.",
          ),
          pick(
            "In Settings you take a copy of everything that we keep of you, correct it, or delete the account.",
            "En Configuración obtienes una copia de todo lo que guardamos de ti, lo corriges o eliminas la cuenta.",
          ),
          pick(
            "Each mail that you can do without has a link that ends it with one press.",
            "Cada correo prescindible trae un enlace que lo termina con un toque.",
          ),
        ],
        pick(
          "Wherever you live you may ask what we keep, have it corrected, erased, handed over or kept from a use, and complain to the authority of your home. Nothing gets worse for you because you asked.",
          "Vivas donde vivas puedes preguntar qué guardamos, pedir que se corrija, borre, entregue o deje de usarse, y reclamar ante la autoridad de tu lugar. Nada empeora para ti por pedirlo.",
        ),
      ],
    },
    {
      id: "how-long",
      title: pick("How long", "Cuánto tiempo"),
      body: [
        [
          pick("Your account: until you delete it.", "Tu cuenta: hasta que la elimines."),
          pick(
            "Payments, receipts and what you agreed to: as long as the law of taxes and trade asks, also after the account, without more than that needs.",
            "Pagos, recibos y lo que aceptaste: el tiempo que pidan las leyes fiscales y de comercio, también después de la cuenta, sin más de lo necesario.",
          ),
          pick(
            "Where you came from: 25 days. Sessions: 365 days, or until you end them.",
            "De dónde viniste: 25 días. Sesiones: 365 días o hasta que las cierres.",
          ),
          pick(
            "Mail addresses of the free draw: three months after it. Numbers that you had a link texted to: until it is sent.",
            "Correos del sorteo gratuito: tres meses después. Números a los que pediste un enlace: hasta que se envía.",
          ),
        ],
      ],
    },
    {
      id: "children",
      title: pick("Under 18", "Menores de 18"),
      body: [
        pick(
          "The service is for adults. Of somebody who tells us to be younger we keep that answer and nothing else.",
          "El servicio es para adultos. De quien nos dice que es menor guardamos esa respuesta y nada más.",
        ),
      ],
    },
    {
      id: "safe",
      title: pick("How it is kept safe", "Cómo se protege"),
      body: [
        pick(
          "Passwords are kept as hashes that cannot be turned back. Links that open an account work once. Links to gift cards are sealed where they are stored. If something goes wrong that touches you, you hear it from us.",
          "Las contraseñas se guardan como huellas que no se pueden revertir. Los enlaces que abren una cuenta funcionan una vez. Los enlaces de tarjetas de regalo se guardan sellados. Si pasa algo que te afecta, te lo decimos nosotros.",
        ),
      ],
    },
  ];
  if (brand.legal.privacy === "shipping") parts.splice(2, 0, shipping(pick));
  if (facts.british) parts.splice(1, 0, british(pick, brand.support_email));
  return {
    title: facts.british
      ? pick("Privacy policy, United Kingdom", "Política de privacidad, Reino Unido")
      : pick("Privacy policy", "Política de privacidad"),
    since: "2026-11-01",
    short: [
      pick(
        "Stores learn a random number, never who you are.",
        "Las tiendas reciben un número al azar, nunca quién eres.",
      ),
      pick("The number of your card never reaches us.", "El número de tu tarjeta nunca nos llega."),
      pick("We do not sell your data.", "No vendemos tus datos."),
      pick(
        "You can read, take along and delete everything yourself, in Settings.",
        "Puedes leer, llevarte y eliminar todo tú mismo, en Configuración.",
      ),
    ],
    parts,
  };
}

const kept = (pick: Pick): Part => ({
  id: "kept",
  title: pick("What we keep, and for what", "Qué guardamos y para qué"),
  body: [
    [
      pick(
        "Name, mail address and what opens your account: so that it is yours alone.",
        "Nombre, correo y lo que abre tu cuenta: para que sea solo tuya.",
      ),
      pick(
        "Clicks to stores and the orders that they report: so that your cash back is right, each cent with its date.",
        "Clics a tiendas y los pedidos que informan: para que tu dinero de vuelta sea correcto, cada centavo con su fecha.",
      ),
      pick(
        "Your membership, its charges, and word for word what you agreed to, with time and network address: as proof for both of us.",
        "Tu membresía, sus cobros y, palabra por palabra, lo que aceptaste, con hora y dirección de red: como prueba para ambos.",
      ),
      pick(
        "Answers that you give in the offer and in surveys: to show what fits. You may skip each one.",
        "Respuestas que das en la oferta y en encuestas: para mostrar lo que encaja. Puedes omitir cada una.",
      ),
      pick(
        "Sign-ins, devices and tries that failed: to keep strangers out.",
        "Inicios de sesión, dispositivos e intentos fallidos: para que no entren extraños.",
      ),
      pick(
        "Where you allow it, which pages are read and which campaign brought you: to see what works.",
        "Si lo permites, qué páginas se leen y qué campaña te trajo: para ver qué funciona.",
      ),
    ],
  ],
});

const shipping = (pick: Pick): Part => ({
  id: "shipping",
  title: pick("For the shipping membership", "Para la membresía de envíos"),
  body: [
    pick(
      "Receipts and parcel numbers that you hand in to have shipping paid back are read for that alone, and kept as long as the payment itself.",
      "Los recibos y números de envío que entregas para el reembolso se leen solo para eso y se guardan tanto como el pago.",
    ),
  ],
});

const british = (pick: Pick, email: string): Part => ({
  id: "united-kingdom",
  title: pick("For readers in the United Kingdom", "Para quienes leen en el Reino Unido"),
  body: [
    pick(
      "The UK GDPR and the Data Protection Act 2018 hold. We keep account, orders and payments to fulfil our contract with you; proofs and receipts because the law asks; sign-ins and limits in our legitimate interest in safety; statistics and pixels only with your consent, which you can take back as easily as you gave it.",
      "Rigen el UK GDPR y la Data Protection Act 2018. Guardamos cuenta, pedidos y pagos para cumplir nuestro contrato contigo; pruebas y recibos porque la ley lo pide; inicios de sesión y límites por nuestro interés legítimo en la seguridad; estadísticas y píxeles solo con tu consentimiento, que retiras tan fácil como lo diste.",
    ),
    pick(
      "Your data is worked on in the United States, under the international data transfer addendum of the Information Commissioner.",
      "Tus datos se tratan en Estados Unidos, bajo el anexo de transferencias internacionales del Information Commissioner.",
    ),
    pick(
      `Write to ${email} for any of your rights; you get an answer within a month. You can complain to the Information Commissioner's Office, ico.org.uk.`,
      `Escribe a ${email} por cualquiera de tus derechos; respondemos en un mes. Puedes reclamar ante la Information Commissioner's Office, ico.org.uk.`,
    ),
  ],
});
