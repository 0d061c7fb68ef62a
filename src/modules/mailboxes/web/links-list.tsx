/** Each linked mailbox with how it stands and what can be done: pause, resume, a new password, unlink, forget all. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import type { LinksPage, ShownLink } from "#mailboxes";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Dialog, preloadDialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { GrantDialog } from "./grant-form.tsx";
import { LinkDialog } from "./link-form.tsx";
import { GRANT_ENDED, LINK_WORDS } from "./link-words.ts";

export function LinksList({ page }: { page: LinksPage }) {
  return (
    <ul className="mb-4 list-none divide-y divide-(--tp-rule) border-y border-(--tp-rule) p-0">
      {page.links.map((link) => (
        <li key={link.link_id} className="py-4">
          <Linked link={link} page={page} />
        </li>
      ))}
    </ul>
  );
}

export function UnlinkAll() {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button look="quiet" onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setAsking(true)}>
        {t("Unlink all")}
      </Button>
      <Dialog open={asking} onClose={close} title={t("Unlink all mailboxes?")} size="sm">
        <p>
          {t(
            "All app passwords and keys are deleted now, with everything we found in these mailboxes. Claims that you sent stay.",
          )}
        </p>
        <Ending path="/api/user/mail-links/forget" json={{}} label={t("Unlink and forget")} onClose={close} />
      </Dialog>
    </>
  );
}

function Linked({ link, page }: { link: ShownLink; page: LinksPage }) {
  const t = useText();
  const dateOf = useDateWords();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  const [open, setOpen] = useState<"password" | "unlink" | null>(null);
  const close = () => setOpen(null);
  const act = (verb: "pause" | "resume") =>
    run(async () => {
      await call(`/api/user/mail-links/${link.link_id}/${verb}`, { json: {} });
      await revalidate();
    });
  if (link.state === "revoked") return null;
  const grant = link.provider === "imap" ? null : link.provider;
  const words = grant && link.state === "reauth_needed" ? GRANT_ENDED : LINK_WORDS[link.state];
  const read = link.state === "active" || link.state === "backfilling" || link.state === "throttled";
  return (
    <article aria-label={link.address}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="m-0 flex min-w-0 items-center gap-2 font-sans text-base font-semibold tracking-normal">
          <Icon name="mail" size="sm" />
          <span className="min-w-0 break-all">{link.address}</span>
        </h3>
        <WordStamp tone={words.tone} icon={words.icon}>
          {t(words.text)}
        </WordStamp>
      </div>
      <p className="small muted mt-1">
        {link.last_sync_at
          ? t("Read last {{at}} · Emails found: {{count}}", {
              at: dateOf(link.last_sync_at, "datetime"),
              count: String(link.mails),
            })
          : t("Not read yet.")}
      </p>
      {words.more && <p className="small mt-2">{t(words.more)}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {link.state === "reauth_needed" && (
          <Button look="primary" size="sm" onClick={() => setOpen("password")}>
            {grant ? t("Link it again") : t("Enter a new app password")}
          </Button>
        )}
        {read && (
          <Button size="sm" busy={busy} busyText={t("Pausing")} onClick={() => void act("pause")}>
            {t("Pause")}
          </Button>
        )}
        {link.state === "paused" && (
          <Button size="sm" busy={busy} busyText={t("Resuming")} onClick={() => void act("resume")}>
            {t("Resume")}
          </Button>
        )}
        <Button
          look="quiet"
          size="sm"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setOpen("unlink")}
        >
          {t("Unlink")}
        </Button>
      </div>
      <FormFailure failure={failure} fields={[]} />
      {grant ? (
        <GrantDialog page={page} provider={grant} open={open === "password"} onClose={close} />
      ) : (
        <LinkDialog page={page} address={link.address} open={open === "password"} onClose={close} />
      )}
      <Dialog
        open={open === "unlink"}
        onClose={close}
        title={t("Unlink {{address}}?", { address: link.address })}
        size="sm"
      >
        <Unlinking link={link} onClose={close} />
      </Dialog>
    </article>
  );
}

function Unlinking({ link, onClose }: { link: ShownLink; onClose: () => void }) {
  const t = useText();
  const [forget, setForget] = useState(false);
  return (
    <>
      <p className="mb-4">
        {link.provider === "imap"
          ? t("The app password is deleted now, and we no longer read anything there.")
          : t("Our key to it is deleted now, and we no longer read anything there.")}
      </p>
      {link.provider === "microsoft" && (
        <p className="mb-4">
          {t("Microsoft keeps listing us until you remove us at account.microsoft.com, under Privacy.")}
        </p>
      )}
      <Check name="forget" checked={forget} onChange={(event) => setForget(event.currentTarget.checked)}>
        {t("Also forget what we found in this mailbox")}
      </Check>
      <Ending
        path={`/api/user/mail-links/${link.link_id}/revoke`}
        json={{ forget }}
        label={t("Unlink")}
        onClose={onClose}
      />
    </>
  );
}

function Ending({ path, json, label, onClose }: { path: string; json: object; label: string; onClose: () => void }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  async function end() {
    if (!(await run(() => call(path, { json })))) return;
    onClose();
    await revalidate();
  }
  return (
    <>
      <FormFailure failure={failure} fields={[]} />
      <div className="row row-wrap mt-5">
        <Button look="primary" busy={busy} busyText={t("Unlinking")} onClick={end}>
          {label}
        </Button>
        <Button onClick={onClose}>{t("Keep it linked")}</Button>
      </div>
    </>
  );
}
