/** Mails of mailboxes. */
import { defineLetter, pick } from "#notifications";
import type { GrantName, LinkProvider } from "./links/links.types.ts";

/** As people know them. */
export const PROVIDER_NAMES: Readonly<Record<GrantName, string>> = { gmail: "Gmail", microsoft: "Microsoft" };
type Facts = { address: string; again: boolean; provider?: LinkProvider | undefined };

export const mailboxLost = defineLetter(
  "mailbox_lost",
  { en: "Mailbox can't be read", es: "No podemos leer el buzón" },
  "account",
  (facts: Facts, language, publicUrl) => {
    const { address, again, provider } = facts;
    // Letters from before there were others say nothing of it.
    const giver = provider === undefined || provider === "imap" ? null : PROVIDER_NAMES[provider];
    return {
      subject: again
        ? pick(language, `Still not reading ${address}`, `Seguimos sin leer ${address}`)
        : pick(language, `We can't read ${address} any more`, `Ya no podemos leer ${address}`),
      headline: giver
        ? pick(language, "Your mailbox has to be linked again", "Hay que volver a vincular tu buzón")
        : pick(language, "Your mailbox needs a new app password", "Tu buzón necesita otra contraseña de aplicación"),
      lead: giver
        ? pick(
            language,
            `${giver} no longer lets us read ${address}: the access was ended, or ran out. Since then orders and packages from it are missing.`,
            `${giver} ya no nos deja leer ${address}: el acceso se quitó o venció. Desde entonces faltan los pedidos y paquetes de ese buzón.`,
          )
        : pick(
            language,
            `${address} no longer takes the app password you gave us. Since then we read nothing there, so orders and packages from it are missing.`,
            `${address} ya no acepta la contraseña de aplicación que nos diste. Desde entonces no leemos nada ahí, así que faltan los pedidos y paquetes de ese buzón.`,
          ),
      after: again
        ? pick(
            language,
            "This is our last reminder. If you took the access back on purpose, unlink the mailbox on the same page.",
            "Este es nuestro último aviso. Si quitaste el acceso a propósito, desvincula el buzón en la misma página.",
          )
        : pick(
            language,
            "If you took it back on purpose, you can unlink the mailbox on the same page. What we found so far stays.",
            "Si lo quitaste a propósito, puedes desvincular el buzón en la misma página. Lo que encontramos hasta ahora se queda.",
          ),
      button: {
        label: giver
          ? pick(language, "Link it again", "Volver a vincularlo")
          : pick(language, "Enter a new one", "Escribir otra"),
        href: `${publicUrl}/account/protection/accounts`,
      },
    };
  },
);
