/** Mails of mailboxes. */
import { defineLetter, pick } from "#notifications";

export const mailboxLost = defineLetter(
  "mailbox_lost",
  "account",
  (facts: { address: string; again: boolean }, language, publicUrl) => ({
    subject: facts.again
      ? pick(language, `Still not reading ${facts.address}`, `Seguimos sin leer ${facts.address}`)
      : pick(language, `We can't read ${facts.address} any more`, `Ya no podemos leer ${facts.address}`),
    headline: pick(
      language,
      "Your mailbox needs a new app password",
      "Tu buzón necesita otra contraseña de aplicación",
    ),
    lead: pick(
      language,
      `${facts.address} no longer takes the app password you gave us. Since then we read nothing there, so orders and packages from it are missing.`,
      `${facts.address} ya no acepta la contraseña de aplicación que nos diste. Desde entonces no leemos nada ahí, así que faltan los pedidos y paquetes de ese buzón.`,
    ),
    after: facts.again
      ? pick(
          language,
          "This is our last reminder. If you took the password back on purpose, unlink the mailbox on the same page.",
          "Este es nuestro último aviso. Si quitaste la contraseña a propósito, desvincula el buzón en la misma página.",
        )
      : pick(
          language,
          "If you took it back on purpose, you can unlink the mailbox on the same page. What we found so far stays.",
          "Si la quitaste a propósito, puedes desvincular el buzón en la misma página. Lo que encontramos hasta ahora se queda.",
        ),
    button: {
      label: pick(language, "Enter a new one", "Escribir otra"),
      href: `${publicUrl}/account/protection/accounts`,
    },
  }),
);
