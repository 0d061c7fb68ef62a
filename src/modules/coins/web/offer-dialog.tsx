/** An offer over the list that it was chosen from; what it needs is read from the offer's own page. */
import { lazy, Suspense, useEffect } from "react";
import { useFetcher } from "react-router";
import type { OfferItem } from "#coins";
import { Dialog, dialogSizeFor } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { OfferShown } from "./offer-panel.tsx";

// A list of offers is read by more people than open one of them.
const OfferPanel = lazy(async () => ({ default: (await import("./offer-panel.tsx")).OfferPanel }));

export function OfferDialog({ chosen, onClose }: { chosen: OfferItem; onClose: () => void }) {
  const fetcher = useFetcher<OfferShown>();
  const path = `/coins/offer/${chosen.offer_id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each offer.
  useEffect(() => void fetcher.load(path), [path]);
  const failed = fetcher.state === "idle" && fetcher.data !== undefined && !fetcher.data?.offer;
  return (
    <Dialog open onClose={onClose} title={chosen.display_name} size={dialogSizeFor(chosen.display_description)}>
      {fetcher.data?.offer ? (
        <Suspense fallback={<Skeleton block />}>
          <OfferPanel offer={fetcher.data.offer} qr={fetcher.data.qr} />
        </Suspense>
      ) : failed ? (
        <ErrorState onRetry={() => fetcher.load(path)} />
      ) : (
        <Skeleton block />
      )}
    </Dialog>
  );
}
