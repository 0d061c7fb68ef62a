/**
 * The search field. Without script it is a form that asks `GET /search?q=`; the list of suggestions and everything it
 * needs is loaded when the field is first used.
 */
import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "./icon.tsx";
import { useShellParts } from "./shell/shell-parts.tsx";
import { useText } from "./text.tsx";

/** `header` also takes the `/` key; `page` is the large one with its button; `menu` fills a drawer. */
export function SearchBox({
  place,
  label,
  hint,
  value,
  onGo,
}: {
  place: "header" | "page" | "menu";
  label?: string;
  hint?: string;
  /** What was searched for last. */
  value?: string;
  onGo?: () => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const { Suggestions, onSearch } = useShellParts();
  const input = useRef<HTMLInputElement>(null);
  const [used, setUsed] = useState(false);
  const name = label ?? t("Search stores and products");

  // Somebody may be in the field before the page is hydrated: their focus was never heard.
  useEffect(() => {
    if (document.activeElement === input.current) setUsed(true);
  }, []);

  useEffect(() => {
    if (place !== "header") return;
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      event.preventDefault();
      // What was looked for last is replaced by what is typed now.
      input.current?.focus();
      input.current?.select();
    }
    document.addEventListener("keydown", onKey);
    // Said from when it is heard.
    input.current?.setAttribute("aria-keyshortcuts", "/");
    return () => document.removeEventListener("keydown", onKey);
  }, [place]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    input.current?.blur();
    onSearch();
    onGo?.();
    navigate(text ? `/search?q=${encodeURIComponent(text)}` : "/stores");
  }

  const field = (
    <>
      <Icon name="search" size={place === "header" ? "sm" : "md"} />
      <input
        ref={input}
        className={place === "header" ? "input input-sm" : "input"}
        type="search"
        name="q"
        aria-label={name}
        placeholder={hint ?? (place === "header" ? t("Search") : name)}
        defaultValue={value}
        autoComplete="off"
        maxLength={80}
        enterKeyHint="search"
        onFocus={() => setUsed(true)}
      />
      {used && (
        <Suspense fallback={null}>
          <Suggestions input={input} {...(onGo && { onGo })} />
        </Suspense>
      )}
    </>
  );
  if (place === "page") {
    return (
      // biome-ignore lint/a11y/useSemanticElements: the form itself is the search landmark.
      <form className="row search-page" action="/search" role="search" aria-label={name} onSubmit={onSubmit}>
        <div className="input-group">{field}</div>
        <button className="btn btn-primary" type="submit">
          {t("Search")}
        </button>
      </form>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form itself is the search landmark.
    <form
      className={place === "header" ? "input-group header-search" : "input-group"}
      action="/search"
      role="search"
      aria-label={name}
      onSubmit={onSubmit}
    >
      {field}
    </form>
  );
}
