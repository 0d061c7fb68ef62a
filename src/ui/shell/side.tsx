import { useEffect, useRef } from "react";
import { Icon } from "../icon.tsx";
import { useText } from "../text.tsx";
import { SIDE, type SideKey } from "./places.ts";

/** The account's places: four groups at the side; on a phone a row of chips with the current one in view. */
export function Side({
  current,
  name,
  initials,
  role,
}: {
  current: SideKey;
  name: string;
  initials: string;
  role: string;
}) {
  const t = useText();
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row moves when the place changes.
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (chip && row.current)
      row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <>
      <nav className="side" aria-label={t("Your account")}>
        <div className="me">
          <span className="avatar" aria-hidden="true">
            {initials}
          </span>
          <span className="small">
            <b className="block">{name}</b>
            <span className="muted">{role}</span>
          </span>
        </div>
        {SIDE.map((group) => (
          <div key={group.text}>
            <h2>{t(group.text)}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.key}>
                  <a href={link.href} aria-current={link.key === current ? "page" : undefined}>
                    <Icon name={link.icon} />
                    {t(link.text)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <nav className="side-row scroll-x" aria-label={t("Your account")} ref={row}>
        {SIDE.flatMap((group) => group.links).map((link) => (
          <a key={link.key} className="chip" href={link.href} aria-current={link.key === current ? "page" : undefined}>
            {t(link.text)}
          </a>
        ))}
      </nav>
    </>
  );
}
