/** Things of a member that protection watches, as others would try to reach them: ids as addresses have them. */
import type { World } from "./world.ts";

/** A parcel that is said to have come, and its member's case about it. */
export async function openCase(world: World, user_id: string): Promise<{ parcel: string; case_id: string }> {
  const own = { user_id, number: "1Z5R89390357567127", name: "", is_return: false };
  const added = await world.shipments.add({ ...own, country: "US", zone: null });
  if (!added.ok) throw new Error(added.code);
  const parcel = added.value.parcel_id;
  await world.shipments.receive({ user_id, parcel_id: parcel });
  const said = { kind: "damaged" as const, demand: "refund" as const, paid_with: null, words: "" };
  const opened = await world.shipments.report({ ...said, user_id, parcel_id: parcel });
  if (!opened.ok) throw new Error(opened.code);
  return { parcel, case_id: opened.value };
}

/** A purchase whose price is watched. */
export async function watchPurchase(world: World, user_id: string): Promise<string> {
  const now = world.clock.now();
  const item = { name: "Kettle", quantity: 1, unit_minor: 4_000n, url: null };
  await world.protection.takeFacts([
    {
      ...{ fact_id: "a-fact", mail_id: "a-mail", user_id, proof: "signed", sent_at: now },
      store: { merchant_id: null, name: "Target", domain: "target.com" },
      content: {
        ...{ kind: "order", order_number: "V-1", ordered_on: now.toISOString().slice(0, 10), currency: "USD" },
        ...{ total_minor: 4_000n, shipping_minor: 0n, promised_by: null, items: [item] },
      },
    },
  ]);
  const reader = { user_id, country_code: "US", partner: null, name: "Vera" };
  return (await world.protection.prices(reader)).watches[0]?.watch_id ?? "none";
}

/** A mailbox that was linked, by the id that addresses have. */
export async function linkMailbox(world: World, user_id: string): Promise<string> {
  const { links } = world.mailboxes;
  const { consent } = await links.page(user_id);
  const linked = await links.link({
    ...{ user_id, address: "vera@mailbox.example", password: "qwmzkrtuvbxdnpla", agreed: true },
    ...{ consent_version: consent.version, language: "en", ip: "203.0.113.9" },
  });
  return linked.ok ? ((await links.page(user_id)).links[0]?.link_id ?? "none") : linked.code;
}

/** A hotel that was booked. */
export async function bookHotel(world: World, user_id: string): Promise<string> {
  const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString();
  const added = await world.protection.addTrip({
    ...{ user_id, request_key: "a-booking", kind: "stay", name: "Casa Alameda", city: "Madrid", country: "ES" },
    ...{ reservation_number: "V-77", begins: inDays(30).slice(0, 10), ends: inDays(32).slice(0, 10), what: "Twin" },
    ...{ board: "none", adults: 2, currency: "EUR", total_minor: "30000", cancel_free_until: inDays(20).slice(0, 16) },
  });
  const { trips } = await world.protection.trips(user_id, "stay");
  return added.ok ? (trips[0]?.trip_id ?? "none") : added.code;
}
