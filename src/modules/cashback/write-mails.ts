/** Mails about orders: one for each change that a member should hear of, in their language, once. */
import type { EventKind } from "./cashback.types.ts";
import { readEvents, readOrder } from "./passbook-store.ts";
import { reasonText } from "./read-passbook.ts";
import type { CashbackRoom } from "./room.ts";

const TEMPLATES: Partial<Record<EventKind, "order_tracked" | "order_confirmed" | "order_reversed">> = {
  tracked: "order_tracked",
  claimed: "order_tracked",
  confirmed: "order_confirmed",
  declined: "order_reversed",
  reversed: "order_reversed",
};

export async function writeOrderMails(
  room: CashbackRoom,
  changes: readonly { order_id: string; sequence: number }[],
): Promise<void> {
  for (const change of changes) {
    const order = await readOrder(room.database.db, change.order_id);
    const event = (await readEvents(room.database.db, [change.order_id]))
      .get(change.order_id)
      ?.find((entry) => entry.sequence === change.sequence);
    if (!order?.user_id || !event) continue;
    const template = TEMPLATES[event.kind];
    const contact = template ? await room.identity.contact(order.user_id) : null;
    if (!template || !contact) continue;
    const user_id = order.user_id;
    await room.database.transaction((tx) =>
      room.notifications.queue(tx, {
        cause: `order:${order.order_id}:${change.sequence}`,
        recipient: { user_id, email: contact.email, name: contact.name, language: contact.language },
        content: {
          template,
          facts: {
            merchant: order.merchant_name ?? "",
            order_reference: order.order_reference ?? "",
            sale_minor: event.sale_minor.toString(),
            back_minor: event.back_minor.toString(),
            clicked_at: order.click_at?.toISOString() ?? null,
            ordered_at: order.ordered_at.toISOString(),
            expected_at: order.expected_at.toISOString(),
            reason: reasonText(event.reason_code),
          },
        },
      }),
    );
  }
}
