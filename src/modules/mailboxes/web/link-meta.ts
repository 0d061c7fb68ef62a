/** What both pages at which linking ends say of themselves. */
import { pageMeta } from "#ui/page-meta.ts";

export const linkMeta = ({ matches }: { matches: Parameters<typeof pageMeta>[0] }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Linked accounts"),
    description: t("Where your order emails come from, and what we read in them."),
    path: "/order-protection-link",
    noindex: true,
  }));
