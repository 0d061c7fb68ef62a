/** Linked mailboxes: those that there are, and how to link one. */
import { useState } from "react";
import type { GrantName, LinksPage } from "#mailboxes";
import { Button } from "#ui/button.tsx";
import { preloadDialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { GRANT_WORDS, GrantDialog } from "./grant-form.tsx";
import { LinkDialog } from "./link-form.tsx";
import { LinksList, UnlinkAll } from "./links-list.tsx";

export function LinkMailbox({ page }: { page: LinksPage }) {
  const t = useText();
  const language = useLanguage();
  const [open, setOpen] = useState<GrantName | "imap" | null>(null);
  const close = () => setOpen(null);
  const ours = page.grants.map((provider) => GRANT_WORDS[provider].mailbox);
  const another = page.grants.length > 0 || page.links.length > 0;
  return (
    <section className="card card-pad" aria-labelledby="linked">
      <h2 id="linked" className="text-xl">
        {t("Linked mailboxes")}
      </h2>
      <p className="muted mt-1 mb-4">
        {t(
          "We look for order emails in your mailbox automatically: nothing to forward, and the store's signature stays.",
        )}
      </p>
      {page.links.length > 0 && <LinksList page={page} />}
      <div className="row row-wrap [--gap:.75rem]">
        {page.grants.map((provider) => (
          <Button
            key={provider}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setOpen(provider)}
          >
            <Icon name="link" size="sm" />
            {t("Link {{mailbox}}", { mailbox: GRANT_WORDS[provider].mailbox })}
          </Button>
        ))}
        <Button
          look={page.grants.length > 0 ? "quiet" : undefined}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setOpen("imap")}
        >
          <Icon name="link" size="sm" />
          {another ? t("Link another mailbox") : t("Link a mailbox")}
        </Button>
        {page.links.length > 1 && <UnlinkAll />}
      </div>
      <p className="small muted mt-3">
        {t("Other mailboxes work with an app password from {{providers}}.", {
          providers: new Intl.ListFormat(language).format(page.named.filter((name) => !ours.includes(name))),
        })}{" "}
        {!page.grants.includes("microsoft") && t("Outlook and Hotmail no longer take passwords: forward from there.")}
      </p>
      <LinkDialog page={page} open={open === "imap"} onClose={close} />
      {page.grants.map((provider) => (
        <GrantDialog key={provider} page={page} provider={provider} open={open === provider} onClose={close} />
      ))}
    </section>
  );
}
