/**
 * A grid of cards of which the first ones are seen and the others fold away: by `details`, so that keys, screen readers and a page without
 * script open them too. What is folded away is still posted when it was chosen.
 */
import { type ReactNode, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";

/** Whole rows of two, three and four. */
const SHOWN = 12;

/** `open`: whether one of the others is chosen already. */
export function FoldedCards({
  grid,
  cards,
  open,
}: {
  grid: string;
  cards: readonly { key: string; node: ReactNode }[];
  open: (keys: ReadonlySet<string>) => boolean;
}) {
  const t = useText();
  const rest = cards.slice(SHOWN);
  // At first only: afterwards it is as its reader left it.
  const [begins] = useState(() => open(new Set(rest.map(({ key }) => key))));
  return (
    <>
      <div className={grid}>{cards.slice(0, SHOWN).map(({ node }) => node)}</div>
      {rest.length > 0 && (
        <details className="group/fold" open={begins || undefined}>
          <summary className="btn btn-secondary mt-6 list-none [&::-webkit-details-marker]:hidden">
            <span className="group-open/fold:hidden">{t("Show all {{count}} cards", { count: cards.length })}</span>
            <span className="hidden group-open/fold:inline">{t("Show fewer")}</span>
            <Icon name="chevron-down" size="sm" />
          </summary>
          <div className={`${grid} mt-6`}>{rest.map(({ node }) => node)}</div>
        </details>
      )}
    </>
  );
}
