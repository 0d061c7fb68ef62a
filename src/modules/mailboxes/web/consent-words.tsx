/** What is read and kept of a linked mailbox, word for word as it is agreed to, and the box by which it is. */
import { useState } from "react";
import type { LinksPage } from "#mailboxes";
import { Check } from "#ui/check.tsx";
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

/** A box with an error is drawn anew: what it holds is kept here. */
export function useConsent() {
  const t = useText();
  const [agreed, setAgreed] = useState(false);
  return {
    agreed,
    faults: agreed ? [] : [{ field: "agreed", text: t("Check the box so we may read this mailbox.") }],
    box: (error?: string) => (
      <Check
        name="agreed"
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        {...(error ? { error } : {})}
      >
        {t("I agree that this mailbox is read as described here. I can end it at any time.")}
      </Check>
    ),
  };
}
