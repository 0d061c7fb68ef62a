import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Coin, Icon, type IconName } from "./icon.tsx";
import { useText } from "./text.tsx";

/** Nothing here yet: a fact and one next step. */
export function Empty({
  title,
  icon,
  children,
  action,
  level = 3,
}: {
  title: ReactNode;
  icon?: IconName;
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="card empty">
      {icon ? <Icon name={icon} size="xl" /> : <Coin penny className="coin-48" />}
      <Heading className="empty-title">{title}</Heading>
      {children && <p className="small muted">{children}</p>}
      {action}
    </div>
  );
}

/** Something did not arrive. Says what, offers to try again; nothing typed elsewhere on the page is lost. */
export function ErrorState({
  title,
  children,
  onRetry,
  retryHref,
}: {
  title?: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  retryHref?: string;
}) {
  const t = useText();
  return (
    <div className="card empty" role="alert">
      <Icon name="cloud-off" size="xl" />
      <h3 className="empty-title">{title ?? t("We could not load this")}</h3>
      <p className="small muted">
        {children ?? t("We're sorry, but we are having technical difficulties, please try again in an hour")}
      </p>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {t("Try again")}
        </Button>
      )}
      {!onRetry && retryHref !== undefined && (
        <a className="btn btn-secondary btn-sm" href={retryHref} data-document="">
          {t("Try again")}
        </a>
      )}
    </div>
  );
}
