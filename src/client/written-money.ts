/** Cents in writing, for the page without a connection (`shell/offline.ts`), into which it is written: what the pages have is not there. */
export const writtenMoney = (minor: string): string =>
  (Number(minor) / 100).toLocaleString("en-US", { style: "currency", currency: "USD", currencySign: "accounting" });
