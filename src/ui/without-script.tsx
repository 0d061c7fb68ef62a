import { Note } from "./note.tsx";
import { useText } from "./text.tsx";

/** Said without a script where parts of a page cannot work without one: `base.css` does not show them then. */
export function WithoutScript() {
  const t = useText();
  return (
    <noscript>
      <div className="my-5">
        <Note kind="info">
          {t("Some of what you can do here needs JavaScript, which is off in this browser, and is not shown.")}
        </Note>
      </div>
    </noscript>
  );
}
