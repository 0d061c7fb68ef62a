import { useEffect } from "react";
import { startTracking } from "./privacy/start-tracking.ts";

/** Where readers came from and what they allow: begins when a page has come alive. */
export default function AttributionHost() {
  useEffect(startTracking, []);
  return null;
}
