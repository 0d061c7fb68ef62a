import { useEffect } from "react";

/**
 * A logo that does not load is taken away, and the letter below it shows. One listener for the page: a tile costs
 * nothing. Pictures that failed before the page came alive are found by looking once.
 */
export function BrokenPictures() {
  useEffect(() => {
    const drop = (picture: Element) =>
      picture instanceof HTMLImageElement && picture.closest(".tile") && picture.remove();
    const onError = (event: Event) => drop(event.target as Element);
    document.addEventListener("error", onError, true);
    for (const picture of document.querySelectorAll<HTMLImageElement>(".tile img")) {
      if (picture.complete && picture.naturalWidth === 0) drop(picture);
    }
    return () => document.removeEventListener("error", onError, true);
  }, []);
  return null;
}
