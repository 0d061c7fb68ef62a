import type { Coupon } from "#catalog";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";
import { CouponList } from "../../modules/catalog/web/coupon-list.tsx";

export function Tickets({ coupons }: { coupons: readonly Coupon[] }) {
  const t = useText();
  return (
    <section className="wrap section tickets-part" aria-labelledby="tickets">
      <div className="section-head">
        <div>
          <h2 id="tickets">{t("Coupons for today")}</h2>
          <p className="muted">{t("We track how often each code worked and when it expires.")}</p>
        </div>
        <a className="link-arrow" href="/coupons">
          {t("All coupons")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </div>
      <CouponList coupons={coupons} named columns />
    </section>
  );
}
