/** A newer version of the site is there: told of, and taken when its reader says so. */
import { takeUpdate } from "#client/worker.ts";
import { Button } from "#ui/button.tsx";
import { needSpanish, useText } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

export default function UpdateReady() {
  const t = useText();
  return (
    <div className="update-ready" role="status">
      <span>{t("A new version is ready.")}</span>
      <Button size="sm" onClick={() => void takeUpdate()}>
        {t("Reload")}
      </Button>
    </div>
  );
}
