import { useState } from "react";
import { Drawer, preloadDrawer } from "../drawer.tsx";
import { Icon } from "../icon.tsx";
import { SearchBox } from "../search-box.tsx";
import { useText } from "../text.tsx";
import { BrandLink } from "./brand.tsx";
import { MAIN_NAV, type NavKey, usePlaces } from "./places.ts";
import { useShellParts } from "./shell-parts.tsx";

/** One header for every page. Nothing in its markup depends on the reader; its end, which is handed in, changes after hydration. */
export function Header({ current }: { current?: NavKey | undefined }) {
  const t = useText();
  const { HeaderEnd, Menu, prepareMenu } = useShellParts();
  const prepare = () => {
    preloadDrawer();
    prepareMenu();
  };
  const [menu, setMenu] = useState(false);
  const close = () => setMenu(false);
  return (
    <header className="site-header">
      <div className="wrap">
        <BrandLink />
        <nav className="site-nav" aria-label={t("Main")}>
          <ul>
            {usePlaces(MAIN_NAV).map((place) => (
              <li key={place.key}>
                <a href={place.href} aria-current={place.key === current ? "page" : undefined}>
                  {t(place.text)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="header-end">
          <SearchBox place="header" />
          <HeaderEnd />
          {/* biome-ignore lint/a11y/useValidAnchor: without script the menu is the list of links at the page's end. */}
          <a
            className="btn btn-quiet btn-icon only-narrow"
            href="#site-footer"
            aria-label={t("Menu")}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={(event) => {
              event.preventDefault();
              setMenu(true);
            }}
          >
            <Icon name="menu" />
          </a>
        </div>
      </div>
      <Drawer open={menu} onClose={close} title={t("Menu")}>
        <Menu current={current} onGo={close} />
      </Drawer>
    </header>
  );
}
