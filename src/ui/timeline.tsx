import type { ReactNode } from "react";
import { CentTrail, type TrailStop } from "./cent-trail.tsx";

/** What happened, newest last, with times: a parcel, a claim, a payout. The same drawing as the cent trail, upright. */
export function Timeline({ title, events }: { title?: ReactNode; events: readonly TrailStop[] }) {
  return (
    <div>
      {title !== undefined && <h3 className="timeline-title">{title}</h3>}
      <CentTrail upright stops={events} />
    </div>
  );
}
