import { Skeleton } from "#ui/skeleton.tsx";

/**
 * The space of a member's home until that has come, in place of what a visitor reads: styles show it to whom the browser knows as a
 * member (`server/first-paint.ts`). As tall as the window, so that what comes later moves nothing that is seen.
 */
export function MembersPlace() {
  return (
    <div className="members-place wrap section-tight" aria-hidden="true">
      <Skeleton width="40%" block />
      <div className="mt-8">
        <EmptyPassbook />
      </div>
    </div>
  );
}

export const EmptyPassbook = () => (
  <div className="card card-pad grid min-h-64 content-start [--gap:1.5rem]">
    <Skeleton block />
    <Skeleton width="70%" />
    <Skeleton width="60%" />
  </div>
);
