import { useViewer } from "#client/viewer.ts";
import { Icon } from "#ui/icon.tsx";
import { type NavKey, TABS } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";

/** Five places for the thumb, for members on a phone. Comes after hydration, fixed at the foot: nothing moves. */
export function TabBar({ current }: { current?: NavKey | undefined }) {
  const t = useText();
  if (!useViewer((viewer) => viewer.authenticated)) return null;
  return (
    <nav className="tabbar" aria-label={t("Your places")}>
      {TABS.map((tab) => (
        <a key={tab.key} href={tab.href} aria-current={tab.key === current ? "page" : undefined}>
          <Icon name={tab.icon} />
          {t(tab.text)}
        </a>
      ))}
    </nav>
  );
}
