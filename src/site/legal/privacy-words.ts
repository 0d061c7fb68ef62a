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
      title: pick("Who is responsible for your data", "Quién es responsable de tus datos"),
      body: [
        pick(
          `${facts.postalAddress} operates ${brand.name} and is responsible for your data. Write to ${brand.support_email} with any questions about it.`,
          `${facts.postalAddress} opera ${brand.name} y es responsable de tus datos. Escribe a ${brand.support_email} si tienes alguna pregunta.`,
        ),
      ],
    },
    kept(pick),
    purchases(pick),
    {
      id: "given",
      title: pick("Who receives what", "Quién recibe qué"),
      body: [
        [
          pick(
            "Stores and their networks: a random number for your click, nothing that identifies you. They report the order with that number.",
            "Las tiendas y sus redes: un número al azar por tu clic, nada que te identifique. Con ese número nos informan del pedido.",
          ),
          pick(
            "The card processor: your card, your name and your email address. Your card number never reaches us.",
            "El procesador de tarjetas: tu tarjeta, tu nombre y tu correo. El número de tu tarjeta nunca nos llega.",
          ),
          pick(
            "The service that pays you: the amount and the address you gave for it.",
            "El servicio que te paga: el monto y la dirección que diste para recibirlo.",
          ),
          pick(
            "The service that follows packages: a tracking number and its carrier. The service that tells hotel prices: the hotel, the days, how many adults and your country. Neither learns who you are.",
            "El servicio que sigue paquetes: un número de rastreo y su transportista. El servicio que da precios de hoteles: el hotel, los días, cuántos adultos y tu país. Ninguno sabe quién eres.",
          ),
          pick(
            "The services that deliver email and texts: the address or number and the message.",
            "Los servicios que entregan correos y mensajes de texto: la dirección o el número y el mensaje.",
          ),
          pick(
            "Partners who sent you here: that someone joined and, only if you allow it, a scrambled form of your email address. Their pixels run in a closed frame that sees nothing of the page.",
            "Los socios que te enviaron: que alguien se unió y, solo si lo permites, una forma cifrada de tu correo. Sus píxeles se ejecutan en un marco cerrado que no ve nada de la página.",
          ),
        ],
        pick(
          "We do not sell your data, and nobody receives your purchases for advertising.",
          "No vendemos tus datos y nadie recibe tus compras para publicidad.",
        ),
      ],
    },
    {
      id: "choices",
      title: pick("Your choices", "Tus opciones"),
      body: [
        [
          pick(
            "Under “Your privacy choices”, at the bottom of every page, you can allow or refuse statistics and partners' pixels and see when you did.",
            "En «Tus opciones de privacidad», al pie de cada página, puedes permitir o rechazar las estadísticas y los píxeles de socios, y ver cuándo lo hiciste.",
          ),
          pick(
            "We treat your browser's Global Privacy Control signal as a no, for that browser and for your account.",
            "Tomamos la señal Global Privacy Control de tu navegador como un no, para ese navegador y para tu cuenta.",
          ),
          pick(
            "In Settings you can download everything we keep about you, correct it, or delete your account.",
            "En Configuración puedes descargar todo lo que guardamos sobre ti, corregirlo o eliminar tu cuenta.",
          ),
          pick(
            "Every optional email has a link to unsubscribe with one press.",
            "Cada correo opcional trae un enlace para cancelar la suscripción con un toque.",
          ),
        ],
        pick(
          "Wherever you live, you can ask what we keep, have it corrected, deleted or transferred, object to a use of it, and complain to your local authority. We never treat you worse for asking.",
          "Vivas donde vivas, puedes preguntar qué guardamos, pedir que se corrija, se elimine o se transfiera, oponerte a un uso y presentar una queja ante la autoridad de tu país. Nunca te trataremos peor por pedirlo.",
        ),
      ],
    },
    {
      id: "how-long",
      title: pick("How long we keep it", "Cuánto tiempo los guardamos"),
      body: [
        [
          pick("Your account: until you delete it.", "Tu cuenta: hasta que la elimines."),
          pick(
            "Payments, receipts and what you agreed to: as long as tax and commercial law require, even after the account is gone, and nothing beyond that.",
            "Pagos, recibos y lo que aceptaste: el tiempo que exijan las leyes fiscales y mercantiles, incluso después de eliminar la cuenta, y nada más.",
          ),
          pick(
            "How you found us: 25 days. Sessions: 365 days, or until you end them.",
            "Cómo nos encontraste: 25 días. Sesiones: 365 días o hasta que las cierres.",
          ),
          pick(
            "Email addresses entered in the free draw: until three months after it. Phone numbers you asked us to text a link to: until it is sent.",
            "Correos inscritos en el sorteo gratuito: hasta tres meses después. Números a los que pediste enviar un enlace: hasta que se envía.",
          ),
        ],
      ],
    },
    {
      id: "children",
      title: pick("Under 18", "Menores de 18"),
      body: [
        pick(
          "The service is for adults. If someone tells us they are younger, we keep that answer and nothing else.",
          "El servicio es para adultos. Si alguien nos dice que es menor, guardamos esa respuesta y nada más.",
        ),
      ],
    },
    {
      id: "safe",
      title: pick("How it is kept safe", "Cómo se protege"),
      body: [
        pick(
          "Passwords are stored as hashes that cannot be reversed. Links that open an account work once. Gift card links are encrypted where they are stored. If something goes wrong that affects you, we will tell you.",
          "Las contraseñas se guardan como huellas que no se pueden revertir. Los enlaces que abren una cuenta funcionan una sola vez. Los enlaces de tarjetas de regalo se guardan cifrados. Si pasa algo que te afecte, te avisaremos.",
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
    since: "2026-11-24",
    short: [
      pick("Stores see a random number, never who you are.", "Las tiendas ven un número al azar, nunca quién eres."),
      pick("Your card number never reaches us.", "El número de tu tarjeta nunca nos llega."),
      pick("We do not sell your data.", "No vendemos tus datos."),
      pick(
        "You can see, download and delete everything yourself in Settings.",
        "Puedes ver, descargar y eliminar todo por tu cuenta en Configuración.",
      ),
    ],
    parts,
  };
}

const kept = (pick: Pick): Part => ({
  id: "kept",
  title: pick("What we keep and why", "Qué guardamos y por qué"),
  body: [
    [
      pick(
        "Your name, email address and sign-in details, so that your account is yours alone.",
        "Tu nombre, correo y datos de acceso, para que tu cuenta sea solo tuya.",
      ),
      pick(
        "Your clicks to stores and the orders they report, so that your cash back is right to the cent and to the day.",
        "Tus clics a tiendas y los pedidos que ellas informan, para que tu dinero de vuelta sea exacto, cada centavo con su fecha.",
      ),
      pick(
        "Your membership, its charges and, word for word, what you agreed to, with the time and network address, as proof for both of us.",
        "Tu membresía, sus cobros y, palabra por palabra, lo que aceptaste, con hora y dirección de red, como prueba para ambos.",
      ),
      pick(
        "Answers you give when you join and in surveys, to show you what fits. You can skip any of them.",
        "Las respuestas que das al unirte y en encuestas, para mostrarte lo que te conviene. Puedes omitir cualquiera.",
      ),
      pick(
        "Sign-ins, devices and failed attempts, to keep strangers out.",
        "Inicios de sesión, dispositivos e intentos fallidos, para que no entren extraños.",
      ),
      pick(
        "If you allow it, which pages are viewed and which campaign brought you here, to learn what works.",
        "Si lo permites, qué páginas se ven y qué campaña te trajo, para saber qué funciona.",
      ),
    ],
  ],
});

/** Only what members send or type themselves. */
const purchases = (pick: Pick): Part => ({
  id: "purchases",
  title: pick("Order emails and receipts", "Correos de pedidos y recibos"),
  body: [
    pick(
      "You have a private address to which you can forward order emails. A machine reads them; people don't.",
      "Tienes una dirección privada a la que puedes reenviar los correos de tus pedidos. Los lee una máquina, no una persona.",
    ),
    [
      pick(
        "Of an order, shipping, refund, receipt or booking email we keep its facts: store, order number, items, amounts, days, tracking number, hotel or car. The text goes as soon as it has been read.",
        "De un correo de pedido, envío, reembolso, recibo o reserva guardamos sus datos: tienda, número de pedido, artículos, montos, fechas, número de rastreo, hotel o auto. El texto se borra en cuanto se lee.",
      ),
      pick(
        "Of any other email that you forward we keep that it came, from whom, its subject and why it was of no use, so that you can see it.",
        "De cualquier otro correo que reenvías guardamos que llegó, de quién, su asunto y por qué no sirvió, para que puedas verlo.",
      ),
      pick(
        "If you link a mailbox, a machine looks through its inbox, the last 90 days at first, and keeps those facts, the subject and the sender of such emails. Emails from personal addresses are not opened, and of all others nothing is kept. The app password is encrypted and is deleted when you unlink; we also keep when you agreed, and to which words.",
        "Si vinculas un buzón, una máquina revisa su bandeja de entrada, al principio los últimos 90 días, y guarda esos datos, el asunto y el remitente de esos correos. Los correos de direcciones personales no se abren, y de todos los demás no se guarda nada. La contraseña de aplicación se cifra y se borra cuando desvinculas; también guardamos cuándo aceptaste y qué texto.",
      ),
      pick(
        "Pictures of receipts are kept with the claim they prove. Operators who decide on the claim can see them, and each look is recorded.",
        "Las fotos de recibos se guardan con la solicitud que prueban. Las ven quienes la deciden, y cada vistazo queda registrado.",
      ),
      pick(
        "You can get a new address at any time; the old one then takes nothing. Your copy in Settings holds all of it, and deleting the account deletes it.",
        "Puedes pedir otra dirección cuando quieras; la anterior deja de recibir. Tu copia en Configuración lo contiene todo, y al eliminar la cuenta se elimina.",
      ),
    ],
  ],
});

const shipping = (pick: Pick): Part => ({
  id: "shipping",
  title: pick("For the shipping membership", "Para la membresía de envíos"),
  body: [
    pick(
      "Receipts and tracking numbers you submit for shipping reimbursement are used for that alone and kept as long as the payment itself.",
      "Los recibos y números de rastreo que envías para el reembolso se usan solo para eso y se guardan tanto tiempo como el pago.",
    ),
  ],
});

const british = (pick: Pick, email: string): Part => ({
  id: "united-kingdom",
  title: pick("For readers in the United Kingdom", "Para quienes leen en el Reino Unido"),
  body: [
    pick(
      "The UK GDPR and the Data Protection Act 2018 apply. We keep your account, orders and payments to perform our contract with you; proofs and receipts because the law requires it; sign-ins and limits in our legitimate interest in security; statistics and pixels only with your consent, which you can withdraw as easily as you gave it.",
      "Se aplican el UK GDPR y la Data Protection Act 2018. Guardamos cuenta, pedidos y pagos para cumplir nuestro contrato contigo; pruebas y recibos porque la ley lo exige; inicios de sesión y límites por nuestro interés legítimo en la seguridad; estadísticas y píxeles solo con tu consentimiento, que puedes retirar tan fácilmente como lo diste.",
    ),
    pick(
      "Your data is processed in the United States, under the international data transfer addendum of the Information Commissioner.",
      "Tus datos se tratan en Estados Unidos, bajo el anexo de transferencias internacionales del Information Commissioner.",
    ),
    pick(
      `Write to ${email} to exercise any of your rights; we answer within a month. You can complain to the Information Commissioner's Office, ico.org.uk.`,
      `Escribe a ${email} para ejercer cualquiera de tus derechos; respondemos en un mes. Puedes reclamar ante la Information Commissioner's Office, ico.org.uk.`,
    ),
  ],
});
