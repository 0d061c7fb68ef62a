/** What stands where a store is not with us: most readers of a list never see it, and lists may hold no more script. */
import { onDemand } from "#ui/on-demand.tsx";

export const MissingStore = onDemand(async () => ({ default: (await import("./missing-store.tsx")).MissingStore }));
export const WishButton = onDemand(async () => ({ default: (await import("./wish-button.tsx")).WishButton }));
