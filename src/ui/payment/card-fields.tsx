/**
 * The fields of a card. Number, expiration and CVV are documents of the card processor: what is typed there never
 * reaches this page or our server. Only the zip code is an input of ours. `ref` gives `confirm()`, which puts the card
 * on file and asks its owner where the bank wants it.
 */
import { type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { FieldError, FieldLabel } from "../field.tsx";
import { Icon, ServiceIcon } from "../icon.tsx";
import { Note } from "../note.tsx";
import { type Translate, useText } from "../text.tsx";
import { failureOf } from "../use-call.ts";
import { CARD_FONT } from "./card-look.ts";
import {
  type CardPart,
  type Confirmed,
  endOf,
  type ProcessorSettings,
  partProblem,
  readSecret,
  type SetupSecret,
} from "./processor.ts";
import { FRAME_PARTS, type FramePart, useCardElements } from "./use-card-elements.ts";

export type CardHandle = {
  /** Puts the card on file. A doubled press gets the answer of the first. */
  confirm(): Promise<Confirmed>;
  /** Says what is wrong with the fields and goes to the first of them; true when nothing is. */
  check(): Promise<boolean>;
  focus(): void;
};

/** SPEC §5, word for word. */
function emptyText(part: CardPart, t: Translate): string {
  if (part === "number") return t("Card Number cannot be empty.");
  if (part === "expiry") return t("Card Expiration cannot be empty.");
  if (part === "cvc") return t("Card CVV cannot be empty.");
  return t("Zip Code cannot be empty.");
}

const LAST_WORD_MS = 150;

type Errors = Partial<Record<CardPart, string>>;
type Refs = Record<FramePart, RefObject<HTMLDivElement | null>>;

function FrameField({
  part,
  label,
  place,
  error,
  focused,
  loading,
}: {
  part: FramePart;
  label: string;
  place: RefObject<HTMLDivElement | null>;
  error: string | undefined;
  focused: boolean;
  loading: boolean;
}) {
  const id = useId();
  return (
    <div className={error === undefined ? "field" : "field has-error"}>
      <FieldLabel id={id} label={label} />
      <div className="input-group">
        <div
          className={`input card-frame${focused ? " is-focus" : ""}`}
          id={id}
          ref={place}
          data-card={part}
          aria-busy={loading || undefined}
        />
        {part === "number" && (
          <span className="cardmarks" aria-hidden="true">
            <ServiceIcon name="visa" />
            <ServiceIcon name="mastercard" />
            <ServiceIcon name="americanexpress" />
          </span>
        )}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export default function CardFields({
  settings,
  clientSecret,
  ref,
}: {
  settings: ProcessorSettings;
  clientSecret: SetupSecret;
  ref?: Ref<CardHandle>;
}) {
  const t = useText();
  const zipId = useId();
  const places: Refs = { number: useRef(null), expiry: useRef(null), cvc: useRef(null) };
  const zip = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const running = useRef<Promise<Confirmed> | null>(null);
  const forget = (part: CardPart) => setErrors(({ [part]: _, ...rest }) => rest);
  const card = useCardElements(settings, places, forget);

  function focusOn(part: CardPart) {
    if (part === "zip") zip.current?.focus();
    else card.mounted.current?.fields[part].focus();
  }

  function refuse(found: Errors): Extract<Confirmed, { ok: false }> {
    setErrors(found);
    const field = ([...FRAME_PARTS, "zip"] as const).find((part) => found[part] !== undefined) ?? "number";
    focusOn(field);
    return { ok: false, field, text: found[field] ?? "" };
  }

  function check(): Errors {
    const found: Errors = {};
    for (const part of FRAME_PARTS) {
      const { empty, complete, code } = card.parts.current[part];
      if (empty) found[part] = emptyText(part, t);
      else if (!complete) found[part] = partProblem(part, code, t);
    }
    const value = zip.current?.value.trim() ?? "";
    if (value === "") found.zip = emptyText("zip", t);
    else if (!/^\d{5}(-?\d{4})?$/.test(value)) found.zip = partProblem("zip", "", t);
    return found;
  }

  async function settledFaults(): Promise<Errors> {
    const found = check();
    if (Object.keys(found).length === 0) return found;
    // The documents tell of the last key a moment later than the button is pressed.
    await new Promise((resolve) => setTimeout(resolve, LAST_WORD_MS));
    return check();
  }

  async function checkOnly(): Promise<boolean> {
    if (!card.mounted.current) return true;
    const found = await settledFaults();
    if (Object.keys(found).length === 0) return true;
    refuse(found);
    return false;
  }

  async function confirmOnce(): Promise<Confirmed> {
    const { current } = card.mounted;
    if (!current) return { ok: false, text: t("The card form is still loading. Try again in a moment.") };
    const found = await settledFaults();
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    try {
      const secret = await readSecret(clientSecret);
      const address = { postal_code: zip.current?.value.trim() ?? "" };
      const payment_method = { card: current.card, billing_details: { address } };
      const result = await current.stripe.confirmCardSetup(secret, { payment_method });
      const end = await endOf(current.stripe, secret, result, t);
      return !end.ok && end.field ? refuse({ [end.field]: end.text }) : end;
    } catch (error) {
      return { ok: false, text: failureOf(error, t).text };
    }
  }

  function confirm(): Promise<Confirmed> {
    running.current ??= confirmOnce().finally(() => {
      running.current = null;
    });
    return running.current;
  }

  useImperativeHandle(ref, () => ({ confirm, check: checkOnly, focus: () => focusOn("number") }));

  const frame = (part: FramePart, label: string) => (
    <FrameField
      part={part}
      label={label}
      place={places[part]}
      error={errors[part]}
      focused={card.focused === part}
      loading={card.state === "loading"}
    />
  );
  return (
    <div className="grid" style={{ "--gap": "1.25rem" } as React.CSSProperties}>
      {card.state === "failed" && (
        <Note kind="bad" live>
          {t("The card form could not be loaded.")}{" "}
          <Button size="sm" onClick={card.retry}>
            {t("Try again")}
          </Button>
        </Note>
      )}
      <fieldset className="card-fields" aria-label={t("Card")}>
        {frame("number", t("Card number"))}
        {frame("expiry", t("Expires"))}
        {frame("cvc", t("CVV"))}
        <div className={errors.zip === undefined ? "field" : "field has-error"}>
          <FieldLabel id={zipId} label={t("Zip code")} />
          <input
            className="input"
            style={CARD_FONT}
            id={zipId}
            ref={zip}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            aria-invalid={errors.zip !== undefined || undefined}
            aria-describedby={errors.zip === undefined ? undefined : `${zipId}-error`}
            onChange={() => forget("zip")}
          />
          {errors.zip !== undefined && <FieldError id={`${zipId}-error`}>{errors.zip}</FieldError>}
        </div>
      </fieldset>
      <p className="sr-only" role="alert">
        {Object.values(errors).join(" ")}
      </p>
      <p className="row small faint" style={{ "--gap": ".5rem" } as React.CSSProperties}>
        <Icon name="lock" size="sm" />
        <span>{t("Card details go straight to the payment provider. We never see the number.")}</span>
      </p>
    </div>
  );
}
