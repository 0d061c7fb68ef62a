/** How a store tells of orders, of the last 90 days: hours until the middle one stands in the passbook, and refused of decided ones. */
export type TrackRecord = { health: "good" | "fair" | "bad"; median_hours: number; refused: number; decided: number };
