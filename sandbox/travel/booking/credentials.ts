/** What Booking.com takes as ours; it opens nothing outside this program. */
export const BOOKING = { token: "sandbox-booking-token", affiliate: "2000001" } as const;
