/** The exit offer: the free extension, or a free account with its welcome credit, and a no of the same size. */
import { useEffect, useState } from "react";
import { call } from "#client/call.ts";
import { writeCookie } from "#client/cookies.ts";
import { browserOf, extensionIsThere } from "#client/extension.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney, formatShortMoney } from "#ui/money.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { needSpanish, useText } from "#ui/text.tsx";
import { ASKED } from "./exit-asked.ts";

needSpanish(() => [import("./es.json")]);

const WEEK_SECONDS = 7 * 86_400;
const OFFER_SECONDS = 30 * 86_400;

/** What the server noted for this visit. */
type Credit = { flow: "flow1" | "flow5"; amount_minor: string; min_order_minor: string };

export default function ExitOverlay({ onClose }: { onClose: () => void }) {
  const t = useText();
  const brand = useBrand();
  const [open, setOpen] = useState(true);
  const [credit, setCredit] = useState<Credit | null>(null);
  useEffect(() => {
    // Without an answer there is nothing to promise, and the card stays away.
    call<Credit>("/api/promotion", { json: {} }).then(setCredit, () => {});
  }, []);
  const browser = brand.has_extension && !extensionIsThere() ? browserOf(navigator.userAgent) : null;
  const close = () => {
    writeCookie(ASKED, "1", WEEK_SECONDS);
    setOpen(false);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} size="lg" title={t("Not today? Take something free")}>
      <p className="muted mb-4">{t("Neither needs a card. We won't ask again for 7 days.")}</p>
      <div className={browser && credit ? "two-way" : undefined}>
        {browser && (
          <article className="card card-pad grid content-start [--gap:.5rem]">
            <span className="tile tile-icon" aria-hidden="true">
              <Icon name="puzzle" />
            </span>
            <h3>{t("The extension")}</h3>
            <p className="small muted">{t("Tries coupon codes at checkout. Chrome, Firefox and Edge.")}</p>
            <ButtonLink look="primary" block href={brand.extension.stores[browser]} target="_blank" rel="noopener">
              {t("Add the extension")}
            </ButtonLink>
          </article>
        )}
        {credit && (
          <article className="card card-pad grid content-start [--gap:.5rem]">
            <span className="tile tile-icon" aria-hidden="true">
              <Icon name="gift" />
            </span>
            <h3>{t("A {{amount}} welcome credit", { amount: formatMoney(credit.amount_minor) })}</h3>
            <p className="small muted">
              {t(
                "It waits in your passbook. It's yours, as a gift card or cash, with your first order of {{least}} or more or your first paid month.",
                {
                  least: formatShortMoney(credit.min_order_minor),
                },
              )}
            </p>
            <ButtonLink
              look="primary"
              block
              href="/register"
              onClick={() => writeCookie("register_promo", credit.flow, OFFER_SECONDS)}
            >
              {t("Open a free account")}
            </ButtonLink>
          </article>
        )}
      </div>
      <Button block className="mt-3" onClick={close}>
        {t("No thanks")}
      </Button>
      <p className="xs faint mt-3.5 text-center">
        <a href="/terms">{t("Terms")}</a> · <a href="/privacy-policy">{t("Privacy policy")}</a>
      </p>
    </Dialog>
  );
}
