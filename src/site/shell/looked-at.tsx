/** What stands over a page that somebody sees as a draft of its brand would have it. */
import { useBrand } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";

export default function LookedAt() {
  const t = useText();
  const { name } = useBrand();
  return (
    <aside className="looked-at" aria-label={t("A look at a draft")}>
      <p>{t("You're looking at a draft of {{name}}. Nothing here is in effect until it's published.", { name })}</p>
      <a href="/partner-look/end" data-document="">
        {t("Stop looking")}
      </a>
    </aside>
  );
}
