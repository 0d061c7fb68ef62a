/** What is read and kept of a linked mailbox, word for word as it is agreed to. */
import type { LinksPage } from "#mailboxes";
import { useLanguage, useText } from "#ui/text.tsx";

export function ConsentWords({ page }: { page: LinksPage }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section aria-labelledby="consent">
      <h3 id="consent" className="m-0 text-base font-semibold">
        {t("What we read and keep")}
      </h3>
      <ul className="small mt-2 list-disc ps-5">
        {page.consent.words[language].map((sentence) => (
          <li key={sentence} className="mt-1">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}
