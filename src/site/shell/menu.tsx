import { openAuth, signOut } from "#client/auth.ts";
import { useViewer } from "#client/viewer.ts";
import { Icon } from "#ui/icon.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { LanguageLink } from "#ui/shell/language-link.tsx";
import { MAIN_NAV, type NavKey, usePlaces } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";

/** What the drawer holds on a phone: search, the shop's places, language, the way in or out. */
export function Menu({ current, onGo }: { current?: NavKey | undefined; onGo: () => void }) {
  const t = useText();
  const member = useViewer((viewer) => viewer.authenticated);
  return (
    <>
      <SearchBox place="menu" onGo={onGo} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the drawer after any of its links. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too. */}
      <div onClick={(event) => (event.target as Element).closest("a") && onGo()}>
        <nav className="drawer-nav mt-4" aria-label={t("Main")}>
          {usePlaces(MAIN_NAV).map((place) => (
            <a key={place.key} href={place.href} aria-current={place.key === current ? "page" : undefined}>
              {t(place.text)}
            </a>
          ))}
          {member && (
            <a href="/account/purchase-history">
              <Icon name="book-open" size="sm" />
              {t("Your passbook")}
            </a>
          )}
        </nav>
      </div>
      <div className="mt-5 grid [--gap:.75rem]">
        <LanguageLink />
        {member ? (
          <button className="btn btn-secondary" type="button" onClick={() => signOut(t("Successfully signed out!"))}>
            {t("Log out")}
          </button>
        ) : (
          <>
            <button
              className="btn btn-primary"
              type="button"
              onClick={() => {
                onGo();
                openAuth("sm-register");
              }}
            >
              {t("Create a free account")}
            </button>
            <button
              className="btn btn-secondary"
              type="button"
              onClick={() => {
                onGo();
                openAuth("sm-login");
              }}
            >
              {t("Log in")}
            </button>
          </>
        )}
      </div>
    </>
  );
}
