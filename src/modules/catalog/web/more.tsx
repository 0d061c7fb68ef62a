/** "Show 24 more": appends the next page and moves the focus to its first item. Without script it is a link. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { Page } from "#catalog";
import { ErrorState } from "#ui/empty.tsx";
import { LoadMore } from "#ui/pager.tsx";

export function More<T>({
  first,
  hrefOf,
  children,
}: {
  first: Page<T>;
  hrefOf: (page: number) => string;
  children: (items: readonly T[]) => ReactNode;
}) {
  const fetcher = useFetcher<{ list: Page<T> }>();
  const [pages, setPages] = useState<readonly Page<T>[]>([first]);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  const last = pages.at(-1) ?? first;
  const items = pages.flatMap((page) => page.items);
  const arrived = fetcher.data?.list;

  useEffect(() => {
    if (arrived && arrived.page === last.page + 1) {
      before.current = items.length;
      setPages([...pages, arrived]);
    }
  }, [arrived, last.page, items.length, pages]);

  useEffect(() => {
    if (pages.length < 2) return;
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
