/** "Show 24 more": appends the next page and moves the focus to its first item. Without script it is a link. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { Page } from "#catalog";
import { keepList, readList } from "#client/lists.ts";
import { useHydrated } from "#ui/date.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { LoadMore } from "#ui/pager.tsx";

/** The pages read so far: at first what was read when its reader left the list, on a way within the site. */
function usePages<T>(name: "coupons" | "stores" | undefined, address: string, first: Page<T>) {
  // The page that a document brought is hydrated as it was rendered.
  const alive = useHydrated();
  const key = name && (`${name} ${address}` as const);
  const [pages, setPages] = useState((): readonly Page<T>[] => {
    const read = key && alive ? (readList(key)?.data as readonly Page<T>[] | undefined) : undefined;
    return read?.[0]?.page === first.page ? read : [first];
  });
  useEffect(() => {
    const last = pages.at(-1);
    if (!key || !last) return;
    keepList(key, pages, { page: last.page, has_more: last.page * last.page_size < last.total });
  }, [key, pages]);
  return [pages, setPages] as const;
}

export function More<T>({
  name,
  first,
  hrefOf,
  children,
}: {
  /** Where it is kept in the state of the session; absent: nowhere. */
  name?: "coupons" | "stores";
  first: Page<T>;
  hrefOf: (page: number) => string;
  children: (items: readonly T[]) => ReactNode;
}) {
  const fetcher = useFetcher<{ list: Page<T> }>();
  const [pages, setPages] = usePages(name, hrefOf(first.page), first);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);
  const last = pages.at(-1) ?? first;
  const items = pages.flatMap((page) => page.items);
  const arrived = fetcher.data?.list;

  useEffect(() => {
    if (arrived && arrived.page === last.page + 1) {
      before.current = items.length;
      setPages([...pages, arrived]);
    }
  }, [arrived, last.page, items.length, pages, setPages]);

  useEffect(() => {
    // Pages that were there from the start move nobody's focus.
    if (pages.length < 2 || before.current === null) return;
    // Focus without a jump: the reader sees the first new item where the button was.
    const links = box.current?.querySelectorAll<HTMLElement>("article");
    links?.[before.current]?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  }, [pages.length]);

  const failed = fetcher.state === "idle" && fetcher.data !== undefined && !arrived;
  const next = hrefOf(last.page + 1);
  return (
    <div ref={box}>
      {children(items)}
      {failed ? (
        <ErrorState onRetry={() => fetcher.load(next)} />
      ) : (
        <LoadMore
          start={(first.page - 1) * first.page_size + 1}
          shown={(first.page - 1) * first.page_size + items.length}
          total={first.total}
          next={Math.min(first.page_size, first.total - last.page * first.page_size)}
          href={next}
          busy={fetcher.state !== "idle"}
          onMore={() => fetcher.load(next)}
        />
      )}
    </div>
  );
}
