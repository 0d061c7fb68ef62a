/** Linked mailboxes: those that there are, and how to link one. */
import { useState } from "react";
import type { LinksPage } from "#mailboxes";
import { Button } from "#ui/button.tsx";
import { preloadDialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { LinkDialog } from "./link-form.tsx";
import { LinksList, UnlinkAll } from "./links-list.tsx";

export function LinkMailbox({ page }: { page: LinksPage }) {
  const t = useText();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <section className="card card-pad" aria-labelledby="linked">
      <h2 id="linked" className="text-xl">
        {t("Linked mailboxes")}
      </h2>
      <p className="muted mt-1 mb-4">
        {t(
          "We look for order emails in your mailbox by ourselves: nothing to forward, and the store's signature stays.",
        )}
      </p>
      {page.links.length > 0 && <LinksList page={page} />}
      <div className="row row-wrap">
        <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setOpen(true)}>
          <Icon name="link" size="sm" />
          {page.links.length > 0 ? t("Link another mailbox") : t("Link a mailbox")}
        </Button>
        {page.links.length > 1 && <UnlinkAll />}
      </div>
      <p className="small muted mt-3">
        {t(
          "Works with an app password from {{providers}}. Outlook and Hotmail no longer take passwords: forward from there.",
          {
            providers: new Intl.ListFormat(language).format(page.named),
          },
        )}
      </p>
      <LinkDialog page={page} open={open} onClose={() => setOpen(false)} />
    </section>
  );
}
