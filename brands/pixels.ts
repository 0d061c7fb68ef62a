/**
 * Partners' conversion pixels. They are kept out of the brand packs, which travel inside of every page. None are built in:
 * an operator names a file of them (setting PIXELS_FILE), in this form, by partner name.
 */
export type PixelTemplate = {
  name: string;
  /** Markup with scripts. Places: {transaction_id}, {email_sha256}, {email_md5}, {email}. */
  html: string;
  /** The address itself is put in only when the partner's contract asks for it; else that place stays empty. */
  raw_email_by_contract?: boolean | undefined;
  /** When given, fires only for these products or in these contexts. */
  products?: readonly string[] | undefined;
  contexts?: readonly string[] | undefined;
};

export type BrandPixels = {
  /** Origins that these pixels may load from and call; nothing else can be reached. */
  hosts: readonly string[];
  registration: readonly PixelTemplate[];
  conversion: readonly PixelTemplate[];
  globaldelayed: readonly PixelTemplate[];
};

export const NO_PIXELS: BrandPixels = { hosts: [], registration: [], conversion: [], globaldelayed: [] };
