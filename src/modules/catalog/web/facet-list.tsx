import { formatCount } from "#ui/money.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { FacetGroup, FacetLink } from "./facet-links.ts";

const OPEN_VALUES = 6;

function Values({ links }: { links: readonly FacetLink[] }) {
  const t = useText();
  const spanish = useLanguage() === "es";
  return (
    <ul>
      {links.map(({ href, text, text_es, count, chosen }) => (
        <li key={text}>
          <a href={href ?? undefined} rel="nofollow" aria-current={chosen || undefined}>
            {(spanish ? text_es : text) || t("In stock now")}
            <span>{formatCount(count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Choices as plain links, so that they work without script: a chosen one leads back. */
export function FacetList({ groups }: { groups: readonly FacetGroup[] }) {
  const t = useText();
  const spanish = useLanguage() === "es";
  return groups.map(({ of, title, title_es, links }) => {
    const chosen = links.findLastIndex((link) => link.chosen) + 1;
    const open = Math.max(OPEN_VALUES, chosen);
    return (
      <div className="facet" key={of + title}>
        {of !== "stock" && <h2>{of === "stores" ? t("Store") : spanish ? title_es : title}</h2>}
        <Values links={links.slice(0, open)} />
        {links.length > open && (
          <details>
            <summary>{t("{{count}} more", { count: links.length - open })}</summary>
            <Values links={links.slice(open)} />
          </details>
        )}
      </div>
    );
  });
}

/** What was chosen, above the list: pressed, each lets go of itself. */
export function ChosenFacets({ groups }: { groups: readonly FacetGroup[] }) {
  const t = useText();
  const spanish = useLanguage() === "es";
  const chosen = groups.flatMap(({ links }) => links.filter((link) => link.chosen));
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen">
      {chosen.map(({ href, text, text_es }) => (
        <li key={text}>
          <a className="chip" href={href ?? undefined} rel="nofollow">
            <span className="sr">{t("Without")} </span>
            {(spanish ? text_es : text) || t("In stock now")} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
