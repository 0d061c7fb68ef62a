/** Leads whoever is signed in to letting a request of theirs go. */
import { useText } from "#ui/text.tsx";

export function WithdrawLink({ number }: { number: string }) {
  const t = useText();
  return (
    <p className="mt-3">
      <a href={`/ccpa-privacy-rights/withdraw?n=${number}`} data-document="">
        {t("Withdraw it")} <span className="sr">{number}</span>
      </a>
    </p>
  );
}
