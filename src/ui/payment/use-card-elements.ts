/** Mounts the processor's three card fields and keeps what may be known of them: whether they are empty and complete. */
import type { Stripe, StripeCardNumberElement, StripeElementLocale } from "@stripe/stripe-js";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLanguage } from "../text.tsx";
import { onLookChange, readLook } from "./card-look.ts";
import { loadProcessor, type ProcessorSettings } from "./processor.ts";

export type FramePart = "number" | "expiry" | "cvc";
export const FRAME_PARTS: readonly FramePart[] = ["number", "expiry", "cvc"];
type PartState = { empty: boolean; complete: boolean; code: string };
/** What this code uses of a field, of whichever kind. */
type Field = { focus(): void; destroy(): void };
type Change = { empty: boolean; complete: boolean; error?: { code: string } | undefined };
type AnyField = Field & {
  mount(place: HTMLElement): void;
  update(options: { style: ReturnType<typeof readLook> }): void;
  on(name: "ready" | "focus" | "blur", act: () => void): unknown;
  on(name: "change", act: (event: Change) => void): unknown;
};

type Mounted = { stripe: Stripe; card: StripeCardNumberElement; fields: Record<FramePart, Field> };
const EMPTY: PartState = { empty: true, complete: false, code: "" };

export function useCardElements(
  settings: ProcessorSettings,
  places: Record<FramePart, RefObject<HTMLDivElement | null>>,
  onChange: (part: FramePart) => void,
) {
  const language = useLanguage();
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [focused, setFocused] = useState<FramePart | null>(null);
  const [attempt, setAttempt] = useState(0);
  const mounted = useRef<Mounted | null>(null);
  const parts = useRef<Record<FramePart, PartState>>({ number: EMPTY, expiry: EMPTY, cvc: EMPTY });
  const tell = useRef(onChange);
  tell.current = onChange;
  const { script_url, publishable_key } = settings;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again after a failure; the places are refs.
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    setState("loading");
    (async () => {
      const stripe = await loadProcessor({ script_url, publishable_key }, language);
      const host = places.number.current;
      if (gone || !host) return;
      const elements = stripe.elements({ locale: language as StripeElementLocale });
      const style = readLook(host);
      const card = elements.create("cardNumber", { style, placeholder: "" });
      const expiry = elements.create("cardExpiry", { style });
      const cvc = elements.create("cardCvc", { style, placeholder: "" });
      const fields: Record<FramePart, AnyField> = {
        number: card as AnyField,
        expiry: expiry as AnyField,
        cvc: cvc as AnyField,
      };
      let waiting = FRAME_PARTS.length;
      for (const part of FRAME_PARTS) {
        const place = places[part].current;
        const field = fields[part];
        parts.current[part] = EMPTY;
        field.on("ready", () => {
          waiting -= 1;
          if (waiting === 0 && !gone) setState("ready");
        });
        field.on("focus", () => setFocused(part));
        field.on("blur", () => setFocused((now) => (now === part ? null : now)));
        field.on("change", ({ empty, complete, error }) => {
          const before = parts.current[part];
          parts.current[part] = { empty, complete, code: error?.code ?? "" };
          // Leaving a field is told as a change too; only what was typed takes its message away.
          const typed = before.empty !== empty || before.complete !== complete || (before.code !== "" && !error);
          if (typed) tell.current(part);
        });
        if (place) field.mount(place);
      }
      mounted.current = { stripe, card, fields };
      stop = onLookChange(() => {
        for (const part of FRAME_PARTS) fields[part].update({ style: readLook(host) });
      });
    })().catch(() => {
      if (!gone) setState("failed");
    });
    return () => {
      gone = true;
      stop();
      for (const part of FRAME_PARTS) mounted.current?.fields[part].destroy();
      mounted.current = null;
    };
  }, [script_url, publishable_key, language, attempt]);

  return { state, focused, mounted, parts, retry: () => setAttempt((times) => times + 1) };
}
