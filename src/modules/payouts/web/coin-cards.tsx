/** Cards that coins buy, each at one face value; once one is chosen, the bar below confirms it. */
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { CoinCard, CoinPage } from "#payouts";
import { Button } from "#ui/button.tsx";
import { Coins } from "#ui/coins.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { plainName } from "./card-chooser.tsx";
import { CardFace } from "./card-face.tsx";
import type { SwapReturned } from "./coin-swap.types.ts";
import { FoldedCards } from "./folded-cards.tsx";

const MAX_WITHOUT_SEARCH = 12;

type Choice = { key: string; card: CoinCard; minor: string; coins: bigint; missing: bigint };

/** Which face value of each card is shown: the smallest, the one that was asked for, or the most that is in reach. */
function choicesOf({ cards, coins }: CoinPage, value: string | null): Choice[] {
  const has = BigInt(coins);
  const choices = cards.flatMap((card) => {
    const inReach = card.values.filter((one) => BigInt(one.coins) <= has);
    const shown =
      value === null
        ? card.values[0]
        : value === "reach"
          ? inReach.at(-1)
          : card.values.find(({ minor }) => minor === value);
    if (!shown) return [];
    const price = BigInt(shown.coins);
    const missing = price > has ? price - has : 0n;
    return [{ key: `${card.product_id}:${shown.minor}`, card, minor: shown.minor, coins: price, missing }];
  });
  // What is in reach stands first.
  return choices.toSorted((one, other) => Number(one.missing > 0n) - Number(other.missing > 0n));
}

export function CoinCards({
  page,
  value,
  hasPassword,
  requestKey,
  returned,
}: {
  page: CoinPage;
  value: string | null;
  hasPassword: boolean;
  requestKey: string;
  returned: SwapReturned | null;
}) {
  const t = useText();
  const choices = choicesOf(page, value);
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === "submitting";
  // Kept while the form lives: asking again after a refusal or a lost answer is the same request.
  const [key] = useState(returned?.typed?.request_key || requestKey);
  const [chosen, setChosen] = useState(returned?.typed?.swap ?? "");
  const [words, setWords] = useState("");
  // The chosen one stays: a search changes nothing about the choice.
  const found = choices.filter((one) => one.key === chosen || plainName(one.card.name).includes(plainName(words)));
  const fault = returned?.fault ?? null;
  useEffect(() => {
    if (returned?.fault.field !== "password") return;
    form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
  }, [returned]);
  const choice = choices.find((one) => one.key === chosen && one.missing === 0n) ?? null;
  if (choices.length === 0) return <NoCards none={page.cards.length === 0} />;
  return (
    <Form method="post" ref={form} noValidate preventScrollReset className="group/swap">
      <input type="hidden" name="request_key" value={key} />
      <input type="hidden" name="method" value="gift_card" />
      {choices.length > MAX_WITHOUT_SEARCH && (
        <div className="mb-6">
          <Field
            label={t("Find a card")}
            className="sm:max-w-[20rem]"
            type="search"
            icon="search"
            autoComplete="off"
            onInput={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </div>
      )}
      <fieldset>
        <legend className="sr">{t("Which card")}</legend>
        {found.length === 0 && (
          <p className="small muted" role="status">
            {t("No card has that name.")}
          </p>
        )}
        <FoldedCards
          grid="grid grid-4 gift-grid gap-y-7"
          cards={found.map((one) => ({
            key: one.key,
            node: <CardChoice key={one.key} choice={one} chosen={one.key === chosen} onChoose={setChosen} />,
          }))}
          open={(folded) => folded.has(chosen)}
        />
      </fieldset>
      {fault && fault.field !== "password" && (
        <div className="mt-4">
          <Note kind="bad" live>
            {fault.text}
          </Note>
        </div>
      )}
      {/* Stands before the bar does, or nobody would be read what appears. */}
      <p className="sr" role="status">
        {choice && nameWords(choice, t)}
      </p>
      {choices.some(({ missing }) => missing === 0n) && (
        // Over the cards only once it says something: `:has` shows it without script too.
        <div className="sticky-bar mt-8 hidden group-has-[[name=swap]:checked]/swap:flex">
          <ChosenWords choice={choice} has={BigInt(page.coins)} />
          <div className="min-w-[13rem] md:ml-auto">
            <ConfirmField
              label={t("Password")}
              hasPassword={hasPassword}
              {...(fault?.field === "password" && { error: fault.text })}
            />
          </div>
          <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Swapping")}>
            {choice ? t("Swap {{coins}} coins", { coins: formatCount(choice.coins) }) : t("Swap coins")}
          </Button>
        </div>
      )}
    </Form>
  );
}

function CardChoice({
  choice,
  chosen,
  onChoose,
}: {
  choice: Choice;
  chosen: boolean;
  onChoose: (key: string) => void;
}) {
  const t = useText();
  const { card, missing } = choice;
  const short = missing > 0n;
  return (
    <label className={`gift group/gift${short ? " is-short" : " cursor-pointer"}`}>
      <input
        type="radio"
        name="swap"
        value={choice.key}
        checked={chosen && !short}
        disabled={short}
        onChange={() => onChoose(choice.key)}
        className="peer absolute inset-0 z-1 h-full w-full cursor-pointer opacity-0 disabled:cursor-default"
      />
      <span className="block rounded-card outline-offset-3 outline-focus group-has-checked/gift:outline-3 peer-focus-visible:outline-3">
        {short ? (
          <span className="gift-art" aria-hidden="true">
            {card.logo_url ? (
              <span className="tile tile-40 grayscale">
                <img src={card.logo_url} alt="" loading="lazy" />
              </span>
            ) : (
              <span className="letter">{card.name[0]}</span>
            )}
            <span className="amt">{formatMoney(choice.minor)}</span>
          </span>
        ) : (
          <CardFace name={card.name} hex={card.brand_hex} logo={card.logo_url} amount={formatMoney(choice.minor)} />
        )}
      </span>
      <span className="pick group-has-checked/gift:bg-white group-has-checked/gift:text-[#0E4D3A]" aria-hidden="true">
        <Icon name="check" size="sm" />
      </span>
      <span>
        <b>{card.name}</b>
        <span className="sr"> {formatMoney(choice.minor)}</span>
        <br />
        <Coins count={choice.coins} />
        {short && (
          <span className="xs faint gift-note">{t("{{coins}} coins to go", { coins: formatCount(missing) })}</span>
        )}
      </span>
    </label>
  );
}

const nameWords = ({ card, minor }: Choice, t: Translate): string =>
  t("{{store}} gift card, {{amount}}", { store: card.name, amount: formatMoney(minor) });

function ChosenWords({ choice, has }: { choice: Choice | null; has: bigint }) {
  const t = useText();
  return (
    <span>
      {/* Without script nobody knows here which one it is. */}
      <b>{choice ? nameWords(choice, t) : t("The card you chose")}</b>
      <small className="xs muted block">
        {choice
          ? t("{{coins}} coins now, {{left}} left after", {
              coins: formatCount(choice.coins),
              left: formatCount(has - choice.coins),
            })
          : t("It's in your account within minutes, and we email you.")}
      </small>
    </span>
  );
}

function NoCards({ none }: { none: boolean }) {
  const t = useText();
  return (
    <Empty title={none ? t("No cards right now") : t("No card here yet")} icon="gift" level={2}>
      {none
        ? t("No gift cards are offered in your country at the moment. Cash works.")
        : t("None of the cards fits this choice. Look at all of them.")}
    </Empty>
  );
}
