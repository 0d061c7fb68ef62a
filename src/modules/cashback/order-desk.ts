/** What operators look for among orders and clicks, as the module's door offers it. */
import { readClicks } from "./click-store.ts";
import type { CashbackContext } from "./context.ts";
import * as store from "./operator-store.ts";

export function createOrderDesk(context: Pick<CashbackContext, "database">) {
  const { db } = context.database;
  return {
    find: (text: string, most: number) => store.findOrders(db, text, most),
    findOfSale: (saleMinor: bigint, most: number) => store.findOrdersOfSale(db, saleMinor, most),
    list: (asked: Parameters<typeof store.listOrders>[1]) => store.listOrders(db, asked),
    ordersOf: (userId: string, most: number) => store.readOrdersOf(db, userId, most),
    clicksOf: (userId: string, most: number) => store.readClicksOf(db, userId, most),
    ordersOfClick: (clickId: string) => store.readOrdersOfClick(db, clickId),
    ofRemittance: (asked: Parameters<typeof store.readOrdersOfRemittance>[1], most: number) =>
      store.readOrdersOfRemittance(db, asked, most),
    owedBy: (network: string, most: number) => store.readOwedOrders(db, network, most),
    assignments: (orderId: string) => store.readAssignments(db, orderId),
    click: async (clickId: string) => (await readClicks(db, [clickId])).get(clickId) ?? null,
  };
}
export type OrderDesk = ReturnType<typeof createOrderDesk>;
