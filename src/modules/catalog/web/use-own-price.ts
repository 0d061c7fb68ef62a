import { useViewer } from "#client/viewer.ts";

/** A product or listing with what it comes to by the rate that the reader's next click is tracked with. */
export function useOwnPrice(): <Priced extends { plus: Partial<Priced> | null }>(priced: Priced) => Priced {
  const hasPlus = useViewer((viewer) => viewer.user?.plus.active ?? false);
  return (priced) => (hasPlus && priced.plus ? { ...priced, ...priced.plus } : priced);
}
