/** A member's initials at the header's end. Until it is first pressed it is a plain button, so that no page pays for the menu. */
import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { useText, withTexts } from "#ui/text.tsx";

const loadMenu = () => withTexts(import("./account-menu.tsx"));
const AccountMenu = lazy(loadMenu);
const prepare = (): void => void loadMenu();

export function AccountAvatar({ initials }: { initials: string }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const name = t("{{initials}}, your account", { initials });
  const plain = (
    <button
      className="avatar"
      type="button"
      aria-label={name}
      aria-haspopup="menu"
      aria-expanded={asked}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setAsked(true)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        setAsked(true);
      }}
    >
      {initials}
    </button>
  );
  if (!asked) return plain;
  return (
    <Suspense fallback={plain}>
      <AccountMenu initials={initials} name={name} />
    </Suspense>
  );
}
