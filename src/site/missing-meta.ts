import { pageMeta } from "#ui/page-meta.ts";

/** Of every address that is none, whichever page it was asked of. */
export const missingMeta = (matches: readonly unknown[]) =>
  pageMeta(matches, ({ t }) => ({
    title: t("We can't find that page"),
    description: t("The address may be old or mistyped. Your account and your money are fine."),
    path: "/",
    noindex: true,
  }));
