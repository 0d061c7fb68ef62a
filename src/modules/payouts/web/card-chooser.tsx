/** Which gift card. Radios, so that arrow keys move between cards and the choice is posted without script. */
import { useState } from "react";
import type { GiftCardChoice } from "#payouts";
import { Field, FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney, formatShortMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { CardFace } from "./card-face.tsx";
import { FoldedCards } from "./folded-cards.tsx";

const MAX_WITHOUT_SEARCH = 9;

/** Without accents and capitals. */
export const plainName = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

export function CardChooser({
  cards,
  chosen,
  onChoose,
  minor,
  available,
  error,
}: {
  cards: readonly GiftCardChoice[];
  chosen: string;
  onChoose: (productId: string) => void;
  minor: bigint;
  available: bigint;
  error: string | undefined;
}) {
  const t = useText();
  const [words, setWords] = useState("");
  const sought = plainName(words);
  const isFar = (card: GiftCardChoice) => BigInt(card.minimum_minor) > available;
  // The chosen one stays: a search changes nothing about the choice.
  const found = cards
    .filter((card) => card.product_id === chosen || plainName(card.name).includes(sought))
    // What is in reach stands first.
    .toSorted((one, other) => Number(isFar(one)) - Number(isFar(other)));
  if (cards.length === 0)
    return <Note kind="info">{t("No gift cards are offered at the moment. PayPal and Venmo work.")}</Note>;
  return (
    <div className="grid [--gap:.75rem]">
      <p className="label" id="card-label">
        {t("Which card")}
      </p>
      {error !== undefined && <FieldError id="card-error">{error}</FieldError>}
      {cards.length > MAX_WITHOUT_SEARCH && (
        <Field
          label={t("Find a card")}
          className="max-w-[20rem]"
          type="search"
          icon="search"
          autoComplete="off"
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div
        className="card p-4"
        role="radiogroup"
        aria-labelledby="card-label"
        aria-describedby={error === undefined ? undefined : "card-error"}
      >
        <FoldedCards
          grid="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3"
          cards={found.map((card) => ({
            key: card.product_id,
            node: (
              <CardChoice
                key={card.product_id}
                card={card}
                chosen={card.product_id === chosen}
                onChoose={onChoose}
                minor={minor}
              />
            ),
          }))}
          open={(folded) => folded.has(chosen)}
        />
        {!cards.some((card) => plainName(card.name).includes(sought)) && (
          <p className="small muted mt-4" role="status">
            {t("No card has that name.")}
          </p>
        )}
      </div>
    </div>
  );
}

function CardChoice({
  card,
  chosen,
  onChoose,
  minor,
}: {
  card: GiftCardChoice;
  chosen: boolean;
  onChoose: (productId: string) => void;
  minor: bigint;
}) {
  const t = useText();
  const range = t("{{minimum}} to {{maximum}}", {
    minimum: formatShortMoney(card.minimum_minor),
    maximum: formatShortMoney(card.maximum_minor),
  });
  const fits = minor >= BigInt(card.minimum_minor) && minor <= BigInt(card.maximum_minor);
  return (
    <label className="group/card relative grid cursor-pointer content-start gap-2">
      <input
        type="radio"
        name="card"
        value={card.product_id}
        checked={chosen}
        onChange={() => onChoose(card.product_id)}
        className="peer absolute inset-0 h-full w-full cursor-pointer opacity-0"
      />
      <span className="block rounded-card outline-offset-2 outline-focus group-has-checked/card:outline-3 peer-focus-visible:outline-3">
        <CardFace
          name={card.name}
          hex={card.brand_hex}
          logo={card.logo_url}
          small
          amount={fits ? formatMoney(minor) : range}
        />
      </span>
      <span className="absolute top-3 right-3 hidden size-6 place-items-center rounded-full bg-white text-[#0E4D3A] group-has-checked/card:grid">
        <Icon name="check" size="sm" />
      </span>
      <span className="small leading-5">
        <b>{card.name}</b>
        {!fits && minor > 0n && <span className="xs faint block">{t("Available for {{range}}", { range })}</span>}
      </span>
    </label>
  );
}
