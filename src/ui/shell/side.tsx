import { Icon, type IconName } from "../icon.tsx";
import { useText } from "../text.tsx";
import { useCurrentInView } from "./current-in-view.ts";

export type SideGroup = { title: string; links: readonly { href: string; text: string; icon: IconName }[] };

/** The account's places: groups at the side; on a phone a row of chips with the current one in view. All texts are read words. */
export function Side({
  groups,
  current,
  name,
  initials,
  role,
}: {
  groups: readonly SideGroup[];
  /** Where the current link leads. */
  current: string | null;
  name: string;
  initials: string;
  role: string;
}) {
  const t = useText();
  const row = useCurrentInView(current);
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
        {groups.map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.href}>
                  <a href={link.href} aria-current={link.href === current ? "page" : undefined}>
                    <Icon name={link.icon} />
                    {link.text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <nav className="side-row scroll-x" aria-label={t("Your account")} ref={row}>
        {groups
          .flatMap((group) => group.links)
          .map((link) => (
            <a
              key={link.href}
              className="chip"
              href={link.href}
              aria-current={link.href === current ? "page" : undefined}
            >
              {link.text}
            </a>
          ))}
      </nav>
    </>
  );
}
