/** How long lists are cut into pages. Pure. */

export const PAGE_SIZE = 24;
/** Deep pages are for machines, which have the site map. */
const MAX_PAGES = 500;

/** Places of a page: whole numbers from 1, whatever was asked for. */
export function pageOf(
  asked: number | undefined,
  total: number,
  size = PAGE_SIZE,
): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.min(Math.ceil(total / size), MAX_PAGES));
  const page = Math.min(Math.max(1, Math.trunc(asked ?? 1) || 1), pages);
  return { page, pages, offset: (page - 1) * size };
}
