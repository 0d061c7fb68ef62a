import type { ConsentReceipt } from "#membership";
import { DateText } from "#ui/date.tsx";
import { useText } from "#ui/text.tsx";

const KINDS: Readonly<Record<ConsentReceipt["kind"], string>> = {
  join: "When you joined",
  change_plan: "When you changed your plan",
};

/** The words that were agreed to, as they were shown then; their hash proves that nobody changed them since. */
export function ConsentWords({ consent }: { consent: ConsentReceipt }) {
  const t = useText();
  return (
    <>
      <blockquote className="border-s-2 border-(--tp-rule-strong) ps-4" lang={consent.language}>
        {consent.words}
      </blockquote>
      <p className="small muted mt-2">
        {t("Agreed to")} <DateText value={consent.at} style="datetime" />
      </p>
      <p className="faint mt-1 text-xs">
        <abbr title={t("A fingerprint of this text. Different text would have a different one.")}>SHA-256</abbr>{" "}
        <span className="break-all font-mono">{consent.hash}</span>
      </p>
    </>
  );
}

export function Consents({ consents }: { consents: readonly ConsentReceipt[] }) {
  const t = useText();
  if (consents.length === 0) return null;
  return (
    <section id="agreed">
      <h2 className="mb-2 text-2xl">{t("What you agreed to")}</h2>
      <p className="muted small mb-4">{t("Kept word for word, as it was shown to you.")}</p>
      <ul className="card divide-y divide-(--tp-rule)">
        {consents.map((consent) => (
          <li key={`${consent.at} ${consent.hash}`} className="card-pad">
            <h3 className="mb-3 text-base">{t(KINDS[consent.kind])}</h3>
            <ConsentWords consent={consent} />
          </li>
        ))}
      </ul>
    </section>
  );
}
