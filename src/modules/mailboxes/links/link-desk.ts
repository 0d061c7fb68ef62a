/** What operators look for among linked mailboxes. */
import { byAddress, countIn, failingHosts, type Listing, listLinks } from "./link-desk-store.ts";
import { allLinks, readLink, readLinkEvents } from "./link-store.ts";
import type { LinkState } from "./links.types.ts";
import type { LinksContext } from "./links-context.ts";

export const createLinkDesk = ({ database: { db } }: LinksContext) => ({
  link: (id: string) => readLink(db, id),
  events: (id: string) => readLinkEvents(db, id),
  of: async (userId: string, most: number) => (await allLinks(db, userId)).toReversed().slice(0, most),
  byAddress: (address: string, most: number) => byAddress(db, address, most),
  list: (asked: Listing) => listLinks(db, asked),
  count: (states: readonly LinkState[]) => countIn(db, states),
  failing: (failures: number) => failingHosts(db, failures),
});
export type LinkDesk = ReturnType<typeof createLinkDesk>;
