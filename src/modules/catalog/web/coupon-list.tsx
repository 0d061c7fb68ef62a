/**
 * Tickets and the dialog that shows a code. One listener serves all tickets: "Show code" opens the dialog, "Shop the
 * deal" asks a visitor to join first. Without script the same links show the code in the page (`?code=`) or lead on.
 */
import { lazy, type MouseEvent, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { Coupon } from "#catalog";
import { openAuth } from "#client/auth.ts";
import { track } from "#client/track.ts";
import { changeViewer, currentViewer, useViewer } from "#client/viewer.ts";
import { preloadDialog } from "#ui/dialog.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { CouponTicket } from "./coupon-ticket.tsx";
import { rateWords } from "./rate-words.ts";
import { useOwnRate } from "./use-own-rate.ts";

const loadCodeDialog = () => import("./code-dialog.tsx");
const CodeDialog = lazy(loadCodeDialog);

function prepare() {
  preloadDialog();
  void loadCodeDialog();
}

export function CouponList({
  coupons,
  named = false,
  columns = false,
}: {
  coupons: readonly Coupon[];
  named?: boolean;
  columns?: boolean;
}) {
  const t = useText();
  const language = useLanguage();
  const own = useOwnRate();
  const seen = useViewer((viewer) => viewer.showCodeForMerchantIds);
  const [query] = useSearchParams();
  const [open, setOpen] = useState<Coupon | null>(null);
  const asked = query.get("code");

  function onClick(event: MouseEvent<HTMLDivElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-offer], a[data-shop]");
    if (!link) return;
    const { authenticated } = currentViewer();
    const coupon = coupons.find((each) => each.offer_id === link.dataset.offer);
    if (coupon) {
      event.preventDefault();
      setOpen(coupon);
      track("coupon_code_shown", { merchant: coupon.merchant.internal_name, offer_id: coupon.offer_id });
      changeViewer({ showCodeForMerchantIds: new Set([...seen, coupon.merchant.internal_name]) });
      // A visitor's visit belongs to nobody, and the call would only be refused.
      if (authenticated) {
        navigator.sendBeacon?.(
          `/api/user/offer/visit/${coupon.offer_id}`,
          JSON.stringify({ offer_id: coupon.offer_id, merchant: coupon.merchant.internal_name }),
        );
      }
    } else if (!authenticated) {
      event.preventDefault();
      const deal = coupons.find((each) => each.merchant.internal_name === link.dataset.shop);
      openAuth("sm-register", {
        merchant_name: deal?.merchant.name ?? "",
        rate_text: (deal && rateWords(deal.merchant.rate, t)) ?? "",
        return_to: link.pathname + link.search,
        logo_url: deal?.merchant.logo_url ?? null,
      });
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one listener for the links inside; each is reached by keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too.
    <div
      className={columns ? "tickets tickets-2" : "tickets"}
      onClick={onClick}
      onPointerOver={prepare}
      onFocus={prepare}
    >
      {coupons.map((coupon) => (
        <CouponTicket
          key={coupon.offer_id}
          coupon={coupon}
          t={t}
          language={language}
          pays={named ? own(coupon.merchant) : undefined}
          codeHref={`?code=${coupon.offer_id}#${coupon.offer_id}`}
          revealed={asked === coupon.offer_id || seen.has(coupon.merchant.internal_name)}
        />
      ))}
      {open && (
        <Suspense fallback={null}>
          <CodeDialog coupon={open} rate={own(open.merchant)} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
