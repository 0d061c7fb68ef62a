/** What the avatar opens: the account's places, the other language, the way out. Loaded when it is first turned to. */
import { Menu } from "@base-ui/react/menu";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { signOut } from "#client/auth.ts";
import { useViewer } from "#client/viewer.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { useOtherLanguage } from "#ui/shell/language-link.tsx";
import { useText } from "#ui/text.tsx";

const PLACES: readonly { href: string; icon: IconName; text: string }[] = [
  { href: "/account/purchase-history", icon: "book-open", text: "Your passbook" },
  { href: "/account/withdrawal", icon: "wallet", text: "Withdraw cash" },
  { href: "/account/subscription", icon: "id-card", text: "Membership" },
  { href: "/account/pss", icon: "settings", text: "Settings" },
];

/** Takes the place of the plain avatar at the first press, and passes that press on: so it opens as by any later one. */
export default function AccountMenu({ initials, name }: { initials: string; name: string }) {
  const t = useText();
  const language = useOtherLanguage();
  const user = useViewer((viewer) => viewer.user);
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const tabbed = useRef(false);
  /** Tab leaves the menu for what follows the avatar, which the browser finds from there. */
  function onKeyDown(event: KeyboardEvent) {
    tabbed.current = event.key === "Tab";
    if (!tabbed.current) return;
    trigger.current?.focus();
    setOpen(false);
  }
  useEffect(() => {
    // The plain avatar had the focus, and is gone: whoever leaves the menu comes back to this one.
    trigger.current?.focus();
    trigger.current?.click();
  }, []);
  return (
    <Menu.Root open={open} onOpenChange={setOpen} modal={false}>
      <Menu.Trigger ref={trigger} className="avatar" aria-label={name}>
        {initials}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" align="end" sideOffset={6} positionMethod="fixed">
          <Menu.Popup className="menu-list" onKeyDown={onKeyDown} finalFocus={() => !tabbed.current}>
            <p className="menu-who">
              <b>{user?.name}</b>
              <span>{user?.email}</span>
            </p>
            {PLACES.map((place) => (
              <Menu.LinkItem key={place.href} className="menu-item" href={place.href} closeOnClick>
                <Icon name={place.icon} size="sm" />
                {t(place.text)}
              </Menu.LinkItem>
            ))}
            <Menu.Separator className="menu-rule" />
            <Menu.LinkItem className="menu-item" {...language.link}>
              <Icon name="globe" size="sm" />
              {language.name}
            </Menu.LinkItem>
            <Menu.Item className="menu-item" onClick={() => void signOut(t("Successfully signed out!"))}>
              <Icon name="log-out" size="sm" />
              {t("Log out")}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
