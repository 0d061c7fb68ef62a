/** Mails about orders: one for each change that a member should hear of, in their language, once. */
import type { EventKind } from "./cashback.types.ts";
import type { CashbackContext } from "./context.ts";
import { orderConfirmed, orderReversed, orderTracked } from "./letters.ts";
import { reasonText } from "./order-entries.ts";
import { readEvents, readOrder } from "./passbook-store.ts";

const LETTERS: Partial<Record<EventKind, typeof orderTracked>> = {
  tracked: orderTracked,
  claimed: orderTracked,
  confirmed: orderConfirmed,
  declined: orderReversed,
  reversed: orderReversed,
};

export async function writeOrderMails(
  context: CashbackContext,
  changes: readonly { order_id: string; sequence: number }[],
): Promise<void> {
  for (const change of changes) {
    const order = await readOrder(context.database.db, change.order_id);
    const event = (await readEvents(context.database.db, [change.order_id]))
      .get(change.order_id)
      ?.find((entry) => entry.sequence === change.sequence);
    if (!order?.user_id || !event) continue;
    const letter = LETTERS[event.kind];
    const contact = letter ? await context.identity.contact(order.user_id) : null;
    if (!letter || !contact) continue;
    const user_id = order.user_id;
    await context.database.transaction((tx) =>
      context.notifications.queue(tx, {
        cause: `order:${order.order_id}:${change.sequence}`,
        recipient: { ...contact, user_id },
        letter: letter({
          merchant: order.merchant_name ?? "",
          order_reference: order.order_reference ?? "",
          sale_minor: event.sale_minor.toString(),
          back_minor: event.back_minor.toString(),
          clicked_at: order.click_at?.toISOString() ?? null,
          ordered_at: order.ordered_at.toISOString(),
          expected_at: order.expected_at.toISOString(),
          reason: reasonText(event.reason_code),
        }),
      }),
    );
  }
}
