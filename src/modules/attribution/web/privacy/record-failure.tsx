/**
 * SPEC §8 "Cookie fetch failure": a dialog with the error's text. Nothing else of the page depends on it, so it says that
 * too.
 */
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { needSpanish, useText } from "#ui/text.tsx";

needSpanish(() => [import("../es.json")]);

/** `text`: the server's; none when it did not answer. */
export default function RecordFailure({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog open onClose={onClose} size="sm" title={t("We could not look up where you came from")}>
      <p>{text || t("The server did not answer.")}</p>
      <p className="small muted mt-3">{t("Shopping, coupons and cash back work all the same.")}</p>
      <Button block className="mt-5" onClick={onClose}>
        {t("Close")}
      </Button>
    </Dialog>
  );
}
