/**
 * Filters live in the address: the controls are a GET form. Without script its button sends it; with script a change does,
 * and what does not differ from the usual is left out of the address.
 */
import type { FormEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import { useText } from "#ui/text.tsx";
import { withQuery } from "./links.ts";

export function QueryForm({
  action,
  kept,
  usual,
  className,
  button = false,
  children,
}: {
  action: string;
  /** Query that stays as it is, such as the searched words. */
  kept?: Record<string, string | undefined>;
  /** Values that need not stand in the address: `{ sort: "popular" }`. */
  usual?: Record<string, string>;
  className?: string;
  /** Forms with text fields show their button; they send on Enter, not on every letter. */
  button?: boolean;
  children: ReactNode;
}) {
  const t = useText();
  const navigate = useNavigate();

  function onChange(event: FormEvent<HTMLFormElement>) {
    const control = event.target as HTMLElement;
    if (control instanceof HTMLSelectElement || (control instanceof HTMLInputElement && control.type === "checkbox"))
      send(event);
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query: Record<string, string> = {};
    for (const [key, value] of new FormData(event.currentTarget)) {
      if (typeof value === "string" && value !== usual?.[key]) query[key] = value;
    }
    navigate(withQuery(action, query), { preventScrollReset: true });
  }

  const submit = (
    <button className="btn btn-secondary btn-sm" type="submit">
      {t("Show")}
    </button>
  );
  return (
    <form action={action} className={className} onSubmit={send} onChange={onChange}>
      {Object.entries(kept ?? {}).map(
        ([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />,
      )}
      {children}
      {button ? submit : <noscript>{submit}</noscript>}
    </form>
  );
}
