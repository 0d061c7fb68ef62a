import { esc } from "../../markup.ts";
import type { Provider } from "../../world.ts";
import { registerBooking, registerControl, type Wish } from "./api.ts";
import { BOOKING } from "./credentials.ts";
import { HOTELS_THERE } from "./hotels.ts";

/** Booking.com, who says what hotels cost. */
export const booking: Provider = {
  name: "booking",
  title: "Booking.com",
  credentials: BOOKING,
  tables: {
    booking_wishes: "hotel_id integer primary key, total real, sold_out integer not null, free_days integer",
  },
  routes: registerBooking,
  control: registerControl,
  card(world) {
    const rows = world.db
      .all<Wish>("select * from booking_wishes")
      .map(({ hotel_id, total, sold_out }) => {
        const hotel = HOTELS_THERE.find(({ id }) => id === hotel_id);
        return `<li>${esc(hotel?.name["en-us"] ?? "")} (${hotel_id}): ${sold_out === 1 ? "sold out" : (total ?? "as usual")}</li>`;
      })
      .join("");
    return rows === "" ? `<p class="soft">Every hotel costs what it usually costs.</p>` : `<ul>${rows}</ul>`;
  },
};
