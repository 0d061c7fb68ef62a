import type { MembershipView } from "#membership";
import { ButtonLink } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import { usePlace } from "./place.ts";

/** The card that is charged, as far as it may be shown. */
export function CardFaceCard({ card, changeable = false }: { card: MembershipView["card"]; changeable?: boolean }) {
  const t = useText();
  const { billing } = usePlace();
  return (
    <section className="card card-pad">
      <h3>{t("Payment method")}</h3>
      {card ? (
        <p className="mt-3">
          <b className="block">
            {t("{{brand}} ending in {{last4}}", { brand: titled(card.brand), last4: card.last4 })}
          </b>
          <small className="muted">
            {t("Expires {{date}}", {
              date: `${String(card.exp_month).padStart(2, "0")}/${String(card.exp_year).slice(-2)}`,
            })}
          </small>
        </p>
      ) : (
        <p className="muted mt-3">{t("No card on file.")}</p>
      )}
      {changeable && (
        // A document of its own: only that page may load the processor's script.
        <ButtonLink className="mt-4" block href={`${billing}?change=1`} data-document="">
          {card ? t("Change card") : t("Put a card on file")}
        </ButtonLink>
      )}
    </section>
  );
}

const titled = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
