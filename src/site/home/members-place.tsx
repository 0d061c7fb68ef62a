import { Skeleton } from "#ui/skeleton.tsx";

/**
 * The space of a member's home until that has come, in place of what a visitor reads: styles show it to whom the browser knows as a
 * member (`server/first-paint.ts`). As tall as the window, so that what comes later moves nothing that is seen.
 */
export function MembersPlace() {
  return (
    <div className="members-place wrap section-tight" aria-hidden="true">
      <Skeleton width="40%" block />
      <div className="mt-6">
        <Skeleton block />
      </div>
    </div>
  );
}
