import { useViewer } from "#client/viewer.ts";
import { Icon } from "#ui/icon.tsx";
import { type NavKey, TABS, usePlaces } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";

/** Up to five places for the thumb, for members on a phone. Comes after hydration, fixed at the foot: nothing moves. */
export function TabBar({ current }: { current?: NavKey | undefined }) {
  const t = useText();
  const places = usePlaces(TABS);
  if (!useViewer((viewer) => viewer.authenticated)) return null;
  return (
    <nav className="tabbar" aria-label={t("Your places")}>
      {places.map((tab) => (
        <a key={tab.key} href={tab.href} aria-current={tab.key === current ? "page" : undefined}>
          <Icon name={tab.icon} />
          {t(tab.text)}
        </a>
      ))}
    </nav>
  );
}
