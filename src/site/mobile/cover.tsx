import type { PassbookPage } from "#passbook";
import { ButtonLink } from "#ui/button.tsx";
import { Coin, Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { BrandLink } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";

/** The green cover: what can be withdrawn, large, and what else there is under it. */
export function Cover({
  member,
  balances,
}: {
  member: { name: string; initials: string };
  balances: PassbookPage["balances"];
}) {
  const t = useText();
  return (
    <header className="app-head on-cover">
      <div className="row between">
        <BrandLink />
        <span className="row [--gap:1rem]">
          <a href="/account/notifications" aria-label={t("Notifications")} className="text-(--tp-on-cover)">
            <Icon name="bell" />
          </a>
          <a href="/account/profile" className="avatar">
            <span aria-hidden="true">{member.initials}</span>
            <span className="sr">{t("Profile of {{name}}", { name: member.name })}</span>
          </a>
        </span>
      </div>
      <div className="row between mt-6 flex-wrap items-end">
        <p>
          <span className="small text-(--tp-on-cover-2)">{t("Available")}</span>
          <b className="app-amount">{formatMoney(balances.available_minor)}</b>
        </p>
        {BigInt(balances.available_minor) > 0n && (
          <ButtonLink href="/account/withdrawal" look="on-cover">
            {t("Withdraw")}
          </ButtonLink>
        )}
      </div>
      <div className="app-bal">
        <p>
          <span>{t("Pending")}</span>
          <b>{formatMoney(balances.pending_minor)}</b>
        </p>
        <p>
          <span>{t("Coins")}</span>
          <b className="row [--gap:.375rem]">
            <Coin className="coin-20" />
            {formatCount(balances.coins)}
          </b>
        </p>
        <p>
          <span>{t("Paid out")}</span>
          <b>{formatMoney(balances.paid_minor)}</b>
        </p>
      </div>
    </header>
  );
}
