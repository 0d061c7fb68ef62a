/** What becomes of a parcel, as scans so many hours after it was first asked about. Made up; statuses and details are EasyPost's own. */

export interface Step {
  hours: number;
  status: string;
  detail: string;
  message: string;
  city?: string;
  state?: string;
  country?: string;
}

const at = (hours: number, status: string, detail: string, message: string, place?: string): Step => {
  const [city, state, country = "US"] = place?.split(", ") ?? [];
  return { hours, status, detail, message, ...(city && { city }), ...(state && { state }), ...(city && { country }) };
};

const LABEL = at(-20, "pre_transit", "label_created", "Shipping label created");
const PICKED_UP = at(-8, "in_transit", "received_at_origin_facility", "Picked up", "Memphis, TN");
const SORTED = at(10, "in_transit", "arrived_at_facility", "Sorted", "Columbus, OH");
const ON_THE_VAN = at(22, "out_for_delivery", "out_for_delivery", "Out for delivery", "Dublin, OH");
const BROUGHT = at(30, "delivered", "arrived_at_destination", "Delivered", "Dublin, OH");

/** By name; `plain` is what a number has that nobody set another for. `days`: until the promised day. */
export const STORIES: Readonly<Record<string, { days: number | null; steps: readonly Step[] }>> = {
  plain: { days: 1, steps: [LABEL, PICKED_UP, SORTED, ON_THE_VAN, BROUGHT] },
  label: { days: 4, steps: [LABEL] },
  late: { days: 1, steps: [LABEL, PICKED_UP, SORTED, { ...SORTED, hours: 60 }, { ...BROUGHT, hours: 110 }] },
  silent: { days: 8, steps: [LABEL, PICKED_UP] },
  abroad: {
    days: 30,
    steps: [LABEL, at(-6, "in_transit", "departed_facility", "Left the country", "Shenzhen, Guangdong, CN")],
  },
  pickup: { days: 2, steps: [LABEL, PICKED_UP, at(20, "available_for_pickup", "arrived_at_pickup_location", "Held")] },
  attempt: {
    days: 1,
    steps: [
      LABEL,
      PICKED_UP,
      at(20, "failure", "delivery_exception", "Nobody was there", "Dublin, OH"),
      { ...BROUGHT, hours: 48 },
    ],
  },
  damaged: { days: 1, steps: [LABEL, PICKED_UP, at(20, "failure", "damaged", "Damaged on the way", "Columbus, OH")] },
  returned: {
    days: 1,
    steps: [LABEL, PICKED_UP, at(20, "return_to_sender", "return", "On its way back"), { ...BROUGHT, hours: 60 }],
  },
  // Said to be delivered before it can have been: what a wrong door looks like.
  false_delivery: { days: 3, steps: [LABEL, PICKED_UP, { ...BROUGHT, hours: 1 }] },
};

/** The numbers that EasyPost keeps for trying: each stands at one status for ever (docs.easypost.com, Trackers). */
export const TEST_CODES: Readonly<Record<string, string>> = {
  EZ1000000001: "pre_transit",
  EZ2000000002: "in_transit",
  EZ3000000003: "out_for_delivery",
  EZ4000000004: "delivered",
  EZ5000000005: "return_to_sender",
  EZ6000000006: "failure",
  EZ7000000007: "unknown",
};
