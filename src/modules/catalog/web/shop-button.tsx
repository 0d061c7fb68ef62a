import { openAuth } from "#client/auth.ts";
import { currentViewer } from "#client/viewer.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** The way to a store. A visitor is asked to join first, with the rate that waits; without script the guard does it. */
export function ShopButton({
  href,
  waiting,
  look = "primary",
  size = "lg",
  block = true,
  children,
}: {
  href: string;
  waiting: { merchant_name: string; rate_text: string; logo_url: string | null };
  look?: "primary" | "secondary";
  size?: "sm" | "md" | "lg";
  block?: boolean;
  children: string;
}) {
  return (
    <ButtonLink
      look={look}
      size={size}
      block={block}
      className="icon-last"
      href={href}
      rel="nofollow"
      onClick={(event) => {
        if (currentViewer().authenticated || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openAuth("sm-register", { ...waiting, return_to: href });
      }}
    >
      {children}
      {/* Joined to the last word, so that it never stands on a line alone. */}
      {"\u2060"}
      <Icon name="external-link" size="sm" />
    </ButtonLink>
  );
}
