/**
 * Mostly there is no banner, and then its code is not sent. The server has it at hand, so that it stands in the document; the browser
 * keeps what stands there until the code has come.
 */
import { type ComponentType, lazy, Suspense } from "react";
import { useRouteLoaderData } from "react-router";
import type { NavKey } from "#ui/shell/places.ts";

type Props = { current?: NavKey | undefined };
const load = () => import("./banner-strip.tsx");
const Later = lazy(load);
let AtHand: ComponentType<Props> | null = null;
/** For the server, before its first page. */
export async function prepareBanner() {
  AtHand = (await load()).default;
}

export function Banner(props: Props) {
  const root = useRouteLoaderData("root") as { banners?: unknown[] } | undefined;
  const Strip = AtHand ?? Later;
  return root?.banners?.length ? (
    <Suspense fallback={null}>
      <Strip {...props} />
    </Suspense>
  ) : null;
}
