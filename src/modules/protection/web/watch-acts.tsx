/** What a member can do with a purchase now: claim of us, ask the store by a letter, say what it answered, stop. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { PricePage, PriceWatch } from "../protection.types.ts";
import { minorOf } from "./amounts.ts";
import { ProofField } from "./proof-field.tsx";

/** What we would pay: the drop, as far as the plan's limits go. */
export function claimedOf({ drop_minor }: PriceWatch, { plan }: PricePage): bigint {
  const limits = [BigInt(drop_minor ?? "0"), BigInt(plan?.claim_minor ?? "0"), BigInt(plan?.left_minor ?? "0")];
  return limits.reduce((least, one) => (one < least ? one : least));
}

export function WatchActs({ watch, page, block = false }: { watch: PriceWatch; page: PricePage; block?: boolean }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run, errorOf } = useCall();
  const [receipt, setReceipt] = useState<string | null>(null);
  const [open, setOpen] = useState<"letter" | "answer" | null>(null);
  const { may } = watch;
  const act = (verb: string, json: object = {}) =>
    run(async () => {
      await call(`/api/user/protection/price/${watch.watch_id}/${verb}`, { json });
      await revalidate();
    });
  const missing = may.claim && watch.proof === "none";
  if (!(may.claim || may.ask || may.answer || may.withdraw)) return null;
  return (
    <div className="mt-4 grid [--gap:.75rem]">
      {missing && <ProofField onChange={setReceipt} error={errorOf("receipt_ids").error} />}
      <div className="flex flex-wrap gap-2">
        {may.claim && (
          <Button
            look="primary"
            block={block}
            busy={busy}
            busyText={t("Claiming")}
            onClick={() => void act("claim", { receipt_ids: receipt ? [receipt] : [] })}
          >
            {t("Claim {{amount}}", { amount: formatMoney(claimedOf(watch, page)) })}
          </Button>
        )}
        {watch.letter && (
          <Button block={block} look={may.claim ? "secondary" : "primary"} onClick={() => setOpen("letter")}>
            <Icon name="mail" size="sm" />
            {t("Letter to the store")}
          </Button>
        )}
        {may.answer && (
          <>
            <Button onClick={() => setOpen("answer")}>{t("The store paid")}</Button>
            <Button busy={busy} busyText={t("Saving")} onClick={() => void act("answer", { answer: "refused" })}>
              {t("The store said no")}
            </Button>
          </>
        )}
        {may.withdraw && !block && (
          <Button look="quiet" size="sm" className="first:-ms-3" disabled={busy} onClick={() => void act("withdraw")}>
            {watch.slug === null && watch.now_minor === null ? t("Remove") : t("Stop watching")}
          </Button>
        )}
      </div>
      <FormFailure failure={failure} fields={missing ? ["receipt_ids"] : []} />
      {watch.claim && (
        <p className="small">
          <a href={`/account/rebates?claim=${watch.claim.claim_id}`}>{t("See your claim")}</a>
        </p>
      )}
      <LetterDialog watch={watch} open={open === "letter"} onClose={() => setOpen(null)} onSent={() => act("asked")} />
      <AnswerDialog
        open={open === "answer"}
        onClose={() => setOpen(null)}
        send={(amount_minor) => act("answer", { answer: "refunded", amount_minor })}
      />
    </div>
  );
}

function LetterDialog({
  watch,
  open,
  onClose,
  onSent,
}: {
  watch: PriceWatch;
  open: boolean;
  onClose: () => void;
  onSent: () => Promise<boolean>;
}) {
  const t = useText();
  const reader = useLanguage();
  const [language, setLanguage] = useState(reader);
  const [copied, setCopied] = useState(false);
  const { letter } = watch;
  if (!letter) return null;
  const text = letter.text[language];
  const subject = letter.subject[language];
  async function copy() {
    await navigator.clipboard.writeText(`${subject}\n\n${text}`).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }
  return (
    <Dialog open={open} onClose={onClose} title={t("Letter to the store")}>
      <p className="muted">
        {t("Send it to {{store}} by email or paste it into its chat. Then tell us that you asked.", {
          store: watch.store,
        })}
      </p>
      <p className="mt-3">
        <Button size="sm" onClick={() => setLanguage(language === "en" ? "es" : "en")}>
          {language === "en" ? "Español" : "English"}
        </Button>
      </p>
      <div className="card mt-3 p-4" lang={language}>
        <p>
          <b>{subject}</b>
        </p>
        <p className="mt-2 whitespace-pre-line">{text}</p>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => void copy()}>
          <Icon name={copied ? "check" : "copy"} size="sm" />
          {copied ? t("Copied") : t("Copy")}
        </Button>
        <a
          className="btn btn-secondary"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
        >
          {t("Open in email")}
        </a>
        {watch.may.ask && (
          <Button
            onClick={() => {
              onClose();
              void onSent();
            }}
          >
            {t("I asked the store")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function AnswerDialog({
  open,
  onClose,
  send,
}: {
  open: boolean;
  onClose: () => void;
  send: (minor: string) => Promise<boolean>;
}) {
  const t = useText();
  const [error, setError] = useState<string>();
  return (
    <Dialog open={open} onClose={onClose} title={t("The store paid")}>
      <form
        data-by-script=""
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const minor = minorOf(String(new FormData(event.currentTarget).get("amount") ?? ""));
          if (minor === null) return setError(t("Enter how much came back, like 12.50."));
          onClose();
          void send(minor.toString());
        }}
      >
        <Field label={t("How much came back?")} name="amount" inputMode="decimal" autoComplete="off" error={error} />
        <div className="mt-4">
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
