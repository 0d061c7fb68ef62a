/** Where our site is and which key signs for it: fixed when the package is built. */
export const SITE: string = import.meta.env.WXT_SITE;
export const BRAND: string = import.meta.env.WXT_BRAND ?? "tuppence";
export const PUBLIC_KEY: string = import.meta.env.WXT_PUBLIC_KEY;
/** Safari tells of no redirect: nobody could know there who brought the shopper, so that nothing comes by itself. */
export const TELLS_REDIRECTS: boolean = import.meta.env.BROWSER !== "safari";
/** Firefox says nowhere but in a page's request whether a hand asked for it; the others say it with the page. */
export const TELLS_WHO_ASKED: boolean = import.meta.env.BROWSER === "firefox";
/** Bundles are asked for so often, whatever is opened meanwhile. */
export const ASK_MINUTES = 30;
