/** Where our site is and which key signs for it: fixed when the package is built. */
export const SITE: string = import.meta.env.WXT_SITE;
export const BRAND: string = import.meta.env.WXT_BRAND ?? "tuppence";
export const PUBLIC_KEY: string = import.meta.env.WXT_PUBLIC_KEY;
/** Bundles are asked for so often, whatever is opened meanwhile. */
export const ASK_MINUTES = 30;
