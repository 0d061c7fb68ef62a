import { useRouteLoaderData } from "react-router";
import type { NavKey } from "#ui/shell/places.ts";
import { OnSomePages } from "./some-pages.tsx";

/** Mostly there is none. */
export function Banner(props: { current?: NavKey | undefined }) {
  const root = useRouteLoaderData("root") as { banners?: unknown[] } | undefined;
  return root?.banners?.length ? <OnSomePages part="banner" {...props} /> : null;
}
