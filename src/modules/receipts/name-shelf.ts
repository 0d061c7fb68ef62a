/** The names by which stores are known: those of the catalog, and those that other modules tell. */
import type { Catalog } from "#catalog";
import { stopwatch } from "#platform/clock";
import { type KnownName, type NameBook, writeNameBook } from "./read/find-merchant.ts";

export type NameSource = () => readonly KnownName[] | Promise<readonly KnownName[]>;
export type NameShelf = { register(source: NameSource): void; book(): Promise<NameBook> };

const KEPT_MS = 600_000;

export function createNameShelf({ catalog }: { catalog: Pick<Catalog, "under"> }): NameShelf {
  const sources: NameSource[] = [];
  let kept: { book: Promise<NameBook>; until: number } | null = null;

  async function write(): Promise<NameBook> {
    // Only names are asked for: whose share it is does not matter.
    const groups = await catalog.under({ member_share_bps: 0, plus_share_bps: 0 }).merchantList();
    const ours = groups.flatMap(({ stores }) =>
      stores.map(({ name, internal_name }): KnownName => ({ name, internal_name })),
    );
    const told = await Promise.all(sources.map((source) => source()));
    return writeNameBook([...ours, ...told.flat()]);
  }
  return {
    register(source) {
      sources.push(source);
      kept = null;
    },
    async book() {
      const now = stopwatch();
      if (!kept || kept.until < now) {
        const book = write();
        kept = { book, until: now + KEPT_MS };
        book.catch(() => {
          kept = null;
        });
      }
      return kept.book;
    },
  };
}
