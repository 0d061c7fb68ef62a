/** Where pictures are (SPEC §7): on a host of their own where there is one, which the document says. */
import { useRouteLoaderData } from "react-router";

/** Makes a picture's address of its path; other addresses stay as they are. */
export function useMedia(): (path: string) => string {
  const { media = "" } = (useRouteLoaderData("root") as { media?: string } | undefined) ?? {};
  return (path) => (path.startsWith("/media/") ? media + path : path);
}
