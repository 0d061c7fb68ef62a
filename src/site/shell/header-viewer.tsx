/** The header's end: what a visitor sees is in the cached page; a member's purse takes its place after hydration. */
import { type MouseEvent, useEffect } from "react";
import { openAuth } from "#client/auth.ts";
import { onNoticesRead } from "#client/notices.ts";
import { refreshSummary } from "#client/summary.ts";
import { useViewer } from "#client/viewer.ts";
import { Coin, Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { LanguageLink } from "#ui/shell/language-link.tsx";
import { useText } from "#ui/text.tsx";
import { AccountAvatar } from "./account-avatar.tsx";

function openInstead(page: "sm-login" | "sm-register") {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openAuth(page);
  };
}

/** The way to what they were told, with how much of it is new. */
function Bell({ unread }: { unread: number }) {
  const t = useText();
  useEffect(() => onNoticesRead(() => void refreshSummary()), []);
  const figure = unread > 9 ? "9+" : String(unread);
  return (
    <a className="bell" href="/account/notifications">
      <Icon name="bell" />
      <span className="sr">{t("Notifications")} </span>
      {unread > 0 && <b className="num">{figure}</b>}
    </a>
  );
}

export function HeaderViewer() {
  const t = useText();
  const viewer = useViewer();
  if (viewer.authenticated && viewer.user) {
    const { balances, user } = viewer;
    return (
      <div className="header-viewer">
        {balances ? (
          <a className="purse" href="/account/purchase-history">
            <span>
              <b className="sr">{t("Available")} </b>
              {formatMoney(balances.available_minor)}
            </span>
            <span>
              <b className="sr">, </b>
              <Coin />
              {formatCount(balances.coins)}
              <b className="sr"> {t("coins")}</b>
            </span>
          </a>
        ) : (
          <i />
        )}
        <Bell unread={viewer.unread} />
        <AccountAvatar initials={user.initials} />
      </div>
    );
  }
  return (
    <div className="header-viewer">
      <LanguageLink />
      <span>
        <a className="btn btn-quiet btn-sm" href="/login" rel="nofollow" onClick={openInstead("sm-login")}>
          {t("Log in")}
        </a>
        <a className="btn btn-primary btn-sm" href="/register" rel="nofollow" onClick={openInstead("sm-register")}>
          {t("Join")}
        </a>
      </span>
    </div>
  );
}
