/** The one letter of many: what each was about, in its own words, with its own way on. */
import { defineLetter } from "../letter.ts";
import type { Brief } from "../store.ts";
import { pick } from "../templates/words.ts";

/** More than these nobody reads in one go: the rest stands on our own page. */
const MAX_PARTS = 30;

export const digestLetter = defineLetter(
  "digest",
  { en: "Summary", es: "Resumen" },
  "account",
  ({ parts, every }: { parts: readonly Brief[]; every: "daily" | "weekly" }, language, publicUrl) => {
    const count = String(parts.length);
    const headline = pick(language, `${count} things happened on your account`, `${count} novedades en tu cuenta`);
    const left = parts.length - MAX_PARTS;
    return {
      subject: headline,
      headline,
      lead:
        every === "daily"
          ? pick(language, "Since your last summary, oldest first.", "Desde tu último resumen, de lo más antiguo.")
          : pick(language, "What could wait this week, oldest first.", "Lo que podía esperar esta semana."),
      parts: parts.slice(0, MAX_PARTS),
      button: {
        label: pick(language, "See all of it", "Ver todo"),
        href: `${publicUrl}/account/notifications`,
      },
      ...(left > 0 && {
        after: pick(language, `And ${left} more on our pages.`, `Y ${left} más en nuestras páginas.`),
      }),
      also: [
        {
          label: pick(language, "Choose when we write", "Elegir cuándo escribimos"),
          href: `${publicUrl}/account/notifications#choices`,
        },
      ],
    };
  },
);
