/**
 * What comes up while one types: a combobox with a list (ARIA 1.2). It is handed the field and gives it its roles and
 * keys, so that the field itself costs nothing until it is used.
 */
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { type Category, readCategories } from "#client/categories.ts";
import { Icon } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatMoney, type RateValue, rateText } from "#ui/money.tsx";
import { needSpanish, useLanguage, useText } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

/** The reply of `GET /api/search?q=`. */
type Reply = {
  stores: { name: string; internal_name: string; logo_url: string | null; rate: RateValue }[];
  products: { name: string; href: string; price_minor: string }[];
  coupons: { title: string; merchant_name: string; href: string }[];
  categories: { name: string; href: string }[];
  order: (typeof GROUPS)[number][];
  missing: { name: string } | null;
};
const GROUPS = ["stores", "products", "coupons", "categories"] as const;
type Item = { href: string; tile: ReactNode; text: string; end?: string | null };
type Answer = { query: string; reply: Reply } | "failed" | null;

const DEBOUNCE_MS = 80;
/** A server that was busy for a moment is asked again before anybody is told. */
const AGAIN_MS = [700, 2_000];
/** Between the list and the edge of the screen. */
const EDGE_PX = 12;
const kept = new Map<string, Reply>();

/** Whatever has no category of its own leads nobody anywhere. */
const REST = "other";
const LARGEST = { categories: 3, product_categories: 2 } as const;

async function largestCategories(language: string): Promise<Reply["categories"]> {
  const [stores, products] = await Promise.all([readCategories("categories"), readCategories("product_categories")]);
  const largest = (all: readonly Category[] | null, place: string, most: number) =>
    (all ?? [])
      .filter(({ slug }) => slug !== REST)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, most)
      .map(({ slug, name_en, name_es }) => ({
        name: language === "es" ? name_es : name_en,
        href: `/${place}/${slug}`,
      }));
  return [
    ...largest(stores, "stores", LARGEST.categories),
    ...largest(products, "products", LARGEST.product_categories),
  ];
}

function useReply(query: string, language: string, open: boolean, attempt: number): Answer {
  const [answer, setAnswer] = useState<Answer>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again after a failure.
  useEffect(() => {
    if (!open) return;
    const known = kept.get(query);
    if (known) return setAnswer({ query, reply: known });
    const stale = new AbortController();
    const ask = async (failures: number) => {
      try {
        const asked = call<Reply>(`/api/search?lang=${language}&q=${encodeURIComponent(query)}`, {
          signal: stale.signal,
        });
        // Nothing typed yet: beside the popular stores the largest categories, which the browser keeps.
        const [found, categories] = await Promise.all([asked, query ? [] : largestCategories(language)]);
        const reply = query ? found : { ...found, categories };
        if (kept.size > 60) kept.clear();
        kept.set(query, reply);
        setAnswer({ query, reply });
      } catch {
        // An answer that was overtaken by the next letter is no failure.
        if (stale.signal.aborted) return;
        const wait = AGAIN_MS[failures];
        if (wait === undefined) setAnswer("failed");
        else timer = setTimeout(ask, wait, failures + 1);
      }
    };
    let timer = setTimeout(ask, DEBOUNCE_MS, 0);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [query, language, open, attempt]);
  return answer;
}

export default function Suggestions({ input, onGo }: { input: RefObject<HTMLInputElement | null>; onGo?: () => void }) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const [query, setQuery] = useState(() => input.current?.value.trim() ?? "");
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(-1);
  const [attempt, setAttempt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const answer = useReply(query, language, open, attempt);

  const groups = useMemo(() => {
    if (!answer || answer === "failed") return [];
    const { stores, categories, coupons, products, order } = answer.reply;
    const made: Record<Reply["order"][number], { title: string; items: Item[] }> = {
      stores: {
        title: answer.query ? t("Stores") : t("Popular stores"),
        items: stores.map((store) => ({
          href: `/${store.internal_name}-coupons`,
          tile: <MerchantTile name={store.name} logo={store.logo_url} size={32} />,
          text: store.name,
          // What pays nothing says so before anyone goes there.
          end: rateText(store.rate, t) ?? t("No cash back"),
        })),
      },
      categories: {
        title: t("Categories"),
        items: categories.map((category) => ({
          href: category.href,
          tile: <Icon name="store" />,
          text: category.name,
        })),
      },
      coupons: {
        title: t("Coupons"),
        items: coupons.map((coupon) => ({
          href: coupon.href,
          tile: <Icon name="ticket" />,
          text: `${coupon.merchant_name}: ${coupon.title}`,
        })),
      },
      products: {
        title: t("Products"),
        items: products.map((product) => ({
          href: product.href,
          tile: <Icon name="package" />,
          text: product.name,
          end: formatMoney(product.price_minor),
        })),
      },
    };
    const groups = [...new Set([...order, ...GROUPS])].map((kind) => made[kind]);
    if (answer.query)
      groups.push({
        title: t("Search"),
        items: [
          {
            href: `/search?q=${encodeURIComponent(answer.query)}`,
            tile: <Icon name="search" />,
            text: t("All results for “{{words}}”", { words: answer.query }),
          },
        ],
      });
    return groups.filter((group) => group.items.length > 0);
  }, [answer, t]);
  const items = groups.flatMap((group) => group.items);
  const told = answer !== "failed" && answer?.query ? answer : null;
  const said = told?.reply.missing
    ? t("{{store}} is not with us yet", { store: told.reply.missing.name })
    : told && items.length === 1
      ? t("Nothing found for “{{words}}”", { words: told.query })
      : null;
  // What an older text found stays until the new one is answered, dimmed, and nobody goes there by mistake.
  const isCurrent = answer === "failed" || answer?.query === query;
  const visible = open && answer !== null && (answer === "failed" || items.length > 0 || answer.query !== "");

  // The listeners below live as long as the field; what they need of the last render stands here.
  const now = useRef({ at, count: 0, visible });
  now.current = { at, count: isCurrent ? items.length : 0, visible };

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const onInput = () => {
      setQuery(field.value.trim());
      setAt(-1);
      setOpen(true);
    };
    const onKey = (event: KeyboardEvent) => {
      const { at, count, visible } = now.current;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        setOpen(true);
        const step = event.key === "ArrowDown" ? 1 : -1;
        if (visible && count > 0) setAt(at + step < -1 ? count - 1 : at + step >= count ? -1 : at + step);
      } else if (event.key === "Enter" && visible && at >= 0) {
        event.preventDefault();
        list.current?.querySelectorAll<HTMLElement>("[role=option]")[at]?.click();
      } else if (event.key === "Escape") {
        if (field.value || visible) event.stopPropagation();
        field.value = "";
        setQuery("");
        setAt(-1);
        setOpen(false);
      }
    };
    const onFocus = () => setOpen(true);
    const onBlur = () => setOpen(false);
    // Letters typed while this file was on its way were heard by nobody.
    setQuery(field.value.trim());
    field.addEventListener("input", onInput);
    field.addEventListener("keydown", onKey);
    field.addEventListener("focus", onFocus);
    field.addEventListener("blur", onBlur);
    return () => {
      field.removeEventListener("input", onInput);
      field.removeEventListener("keydown", onKey);
      field.removeEventListener("focus", onFocus);
      field.removeEventListener("blur", onBlur);
    };
  }, [input]);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", id);
    field.setAttribute("aria-expanded", String(visible && items.length > 0));
    if (visible && at >= 0) field.setAttribute("aria-activedescendant", `${id}-${at}`);
    else field.removeAttribute("aria-activedescendant");
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  // A field low on the page would open its list below what is seen: the page moves up, no further than to the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that has grown is looked at again.
  useEffect(() => {
    const [field, box] = [input.current?.getBoundingClientRect(), list.current?.parentElement];
    // What lies over the page does not move with it.
    if (!visible || !field || !box || input.current?.closest(".drawer")) return;
    const hidden = box.getBoundingClientRect().bottom + EDGE_PX - (window.visualViewport?.height ?? window.innerHeight);
    if (hidden > 0) window.scrollBy({ top: Math.max(0, Math.min(hidden, field.top - EDGE_PX)) });
  }, [visible, items.length, input]);

  let number = -1;
  return (
    <>
      <span className="sr" role="status">
        {visible && isCurrent && answer !== "failed" && (said || t("{{count}} results", { count: items.length }))}
      </span>
      {/* A browser makes a stop of what scrolls and holds none: the next key would lead to a list that closes under it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the pointer is here. */}
      <div className="suggest" tabIndex={-1} hidden={!visible} onMouseDown={(event) => event.preventDefault()}>
        {answer === "failed" && (
          <p className="say">
            {t("Search didn't respond.")}{" "}
            <button type="button" className="linklike" onClick={() => setAttempt(attempt + 1)}>
              {t("Try again")}
            </button>
          </p>
        )}
        {isCurrent && said && <p className="say">{said}</p>}
        <div id={id} role="listbox" aria-label={t("Suggestions")} aria-busy={!isCurrent} ref={list}>
          {groups.map((group, place) => (
            // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox.
            <div role="group" key={group.title} aria-labelledby={`${id}-g${place}`}>
              <div className="suggest-head" role="presentation" id={`${id}-g${place}`}>
                {group.title}
              </div>
              {group.items.map((item) => {
                number += 1;
                return (
                  <a
                    key={item.href + item.text}
                    id={`${id}-${number}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={number === at}
                    href={item.href}
                    onClick={() => {
                      setOpen(false);
                      input.current?.blur();
                      onGo?.();
                    }}
                  >
                    {item.tile}
                    <span className="what">{item.text}</span>
                    {item.end && <span className="pct">{item.end}</span>}
                  </a>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
