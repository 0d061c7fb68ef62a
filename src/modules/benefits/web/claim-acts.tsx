/** What a member may do about a claim: answer what was asked, ask for a second look, take it back. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { ClaimPage } from "../benefits.types.ts";
import { ReceiptField } from "./receipt-field.tsx";
import { useReceipts } from "./use-receipts.ts";

/** What was asked for: another receipt, a sentence, or both. */
export function AnswerForm({ claim }: { claim: ClaimPage }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const receipts = useReceipts(() => {});
  const { busy, failure, run, errorOf } = useCall();
  const [words, setWords] = useState("");
  return (
    <section className="card card-pad">
      <h2 className="mb-4 text-xl">{t("Answer")}</h2>
      <form
        data-by-script=""
        className="grid [--gap:1rem]"
        method="post"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          const receipt_ids = receipts.handed.flatMap(({ receipt }) => (receipt ? [receipt.receipt_id] : []));
          const sent = await run(() =>
            call(`/api/user/claims/${claim.claim_id}/answer`, { json: { receipt_ids, words: words.trim() } }),
          );
          if (sent) await revalidate();
        }}
      >
        <ReceiptField receipts={receipts} error={errorOf("receipt_ids").error} />
        <TextArea
          label={t("Anything we should know")}
          name="words"
          rows={3}
          maxLength={1_000}
          optional
          value={words}
          onChange={(event) => setWords(event.target.value)}
          {...errorOf("words")}
        />
        {failure && !["receipt_ids", "words"].includes(failure.field ?? "") && (
          <Note kind="bad" live>
            {failure.text}
          </Note>
        )}
        <div>
          <Button type="submit" look="primary" busy={busy || receipts.busy} busyText={t("Sending")}>
            {t("Send answer")}
          </Button>
        </div>
      </form>
    </section>
  );
}

export function AppealForm({ claim }: { claim: ClaimPage }) {
  const t = useText();
  const dateWords = useDateWords();
  const { revalidate } = useRevalidator();
  const { busy, failure, run, errorOf } = useCall();
  return (
    <section className="card card-pad" id="appeal">
      <h2 className="text-xl">{t("Ask for a second look")}</h2>
      <p className="small muted mt-1 mb-4">
        {t("Somebody else looks at it.")}{" "}
        {claim.appeal_until && t("You can ask until {{date}}.", { date: dateWords(claim.appeal_until) })}
      </p>
      <form
        data-by-script=""
        className="grid [--gap:1rem]"
        method="post"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          const words = String(new FormData(event.currentTarget).get("words") ?? "").trim();
          const sent = await run(() => call(`/api/user/claims/${claim.claim_id}/appeal`, { json: { words } }));
          if (sent) await revalidate();
        }}
      >
        <TextArea
          label={t("What isn't right about the answer?")}
          name="words"
          rows={4}
          maxLength={1_000}
          {...errorOf("words")}
        />
        {failure && failure.field !== "words" && (
          <Note kind="bad" live>
            {failure.text}
          </Note>
        )}
        <div>
          <Button type="submit" busy={busy} busyText={t("Sending")}>
            {t("Ask for a second look")}
          </Button>
        </div>
      </form>
    </section>
  );
}

export function WithdrawClaim({ claim }: { claim: ClaimPage }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  return (
    <details>
      <summary className="small">{t("Don't want us to look into it anymore?")}</summary>
      <p className="small muted mt-2">{t("It ends, and the part of your limits it would have used is free again.")}</p>
      {failure && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      <p className="mt-3">
        <Button
          look="brick"
          size="sm"
          busy={busy}
          busyText={t("Taking the claim back")}
          onClick={async () => {
            const gone = await run(() =>
              call(`/api/user/claims/${claim.claim_id}/withdraw`, { method: "POST", json: {} }),
            );
            if (gone) await revalidate();
          }}
        >
          {t("Take the claim back")}
        </Button>
      </p>
    </details>
  );
}
