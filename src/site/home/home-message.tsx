import { useEffect, useState } from "react";
import type { ShownMessage } from "#content";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/text.tsx";
import { Words } from "../../modules/content/web/words.tsx";

/** What `/msg/{msgCode}` opens over the front page (SPEC "Routes"); who has no scripts reads it above the page. */
export function HomeMessage({ message: { title, html, button } }: { message: ShownMessage }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <>
      <noscript>
        <div className="wrap pt-5">
          <section className="card card-pad" aria-labelledby="message">
            <h2 id="message" className="mb-2 text-xl">
              {title}
            </h2>
            <Words html={html} />
            {button && (
              <p className="mt-4">
                <a href={button.href}>{button.text}</a>
              </p>
            )}
          </section>
        </div>
      </noscript>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} size="sm">
        <Words html={html} className="muted" />
        <div className="mt-5 grid [--gap:.625rem]">
          {button && (
            <ButtonLink look="primary" block href={button.href}>
              {button.text}
            </ButtonLink>
          )}
          <Button look={button ? "quiet" : "primary"} block onClick={() => setOpen(false)}>
            {t("Continue")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
