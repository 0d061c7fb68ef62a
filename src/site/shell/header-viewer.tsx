/** The header's end: what a visitor sees is in the cached page; a member's purse takes its place after hydration. */
import { type MouseEvent, useEffect } from "react";
import { useMatches } from "react-router";
import { openAuth } from "#client/auth.ts";
import { onNoticesRead } from "#client/notices.ts";
import { refreshSummary } from "#client/summary.ts";
import { useViewer } from "#client/viewer.ts";
import { Coin, Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import type { PageHandle } from "#ui/page.ts";
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

/** Pages behind the login guard are drawn for members alone: there nobody is offered to log in, whether or not a script ever tells who it is. */
const useMembersPage = () => useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.access === "member");

export function HeaderViewer() {
  const t = useText();
  const viewer = useViewer();
  const isMembers = useMembersPage();
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
  if (isMembers && viewer.status === "loading") {
    return (
      <div className="header-viewer">
        <i />
        <Bell unread={0} />
        <a className="avatar" href="/account/pss" aria-label={t("Your account")}>
          <Icon name="user" />
        </a>
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
