/** One conversation from its beginning, and the form by which it goes on. */
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Thread } from "#help";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DateText, useDateWords } from "#ui/date.tsx";
import { TextArea } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Money } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";
import { MAX_MESSAGE_CHARACTERS } from "../messages.ts";
import { ReceiptFiles } from "./receipt-files.tsx";
import type { SentResult } from "./send-message.ts";
import { ThreadState, topicText } from "./thread-state.tsx";
import { VerdictQuestion } from "./verdict-question.tsx";

type Facts = { thread: Thread; form: string; replied: boolean };

export function ThreadView({ facts, result }: { facts: Facts; result: SentResult | undefined }) {
  const t = useText();
  const { thread, replied } = facts;
  return (
    <article className="max-w-[46rem]" aria-labelledby="thread-head">
      <p className="small">
        <a href="/account/contact">{t("All your messages")}</a>
      </p>
      <h1 id="thread-head" className="mt-2">
        {t(topicText(thread.topic))}
      </h1>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="muted">
          {thread.number} · <DateText value={thread.at} />
        </span>
        <ThreadState state={thread.state} due={thread.due} />
      </p>
      <Purchase thread={thread} />
      <Entries thread={thread} />
      {replied && (
        <div className="mt-5">
          <Note kind="good" live>
            {t("We have your reply.")}
          </Note>
        </div>
      )}
      {thread.verdict.asked && (
        <div className="mt-8">
          <VerdictQuestion solved={thread.verdict.solved} />
        </div>
      )}
      <Further facts={facts} result={result} />
    </article>
  );
}

function Purchase({ thread: { purchase } }: { thread: Thread }) {
  const t = useText();
  if (!purchase) return null;
  return (
    <p className="well mt-5 px-5 py-3">
      <b>{purchase.store}</b>{" "}
      <span className="muted">
        {t("Order number")} {purchase.order_number} · <DateText value={purchase.ordered_on} /> ·{" "}
        <Money minor={purchase.amount_minor} />
      </span>
    </p>
  );
}

function Entries({ thread }: { thread: Thread }) {
  const t = useText();
  const brand = useBrand();
  return (
    <ol className="mt-5 grid list-none p-0 [--gap:0.875rem]" aria-label={t("Conversation")}>
      {thread.entries.map((entry) => (
        <li
          key={entry.id}
          id={entry.id}
          className={`px-5 py-4 ${entry.from === "house" ? "card sm:mr-10" : "well sm:ml-10"}`}
        >
          <p className="small muted flex flex-wrap justify-between gap-x-3">
            <b>{entry.from === "house" ? brand.name : t("You")}</b>
            <DateText value={entry.at} style="datetime" />
          </p>
          {entry.title && <p className="mt-1 font-semibold">{entry.title}</p>}
          {entry.words && <p className="mt-1 break-words whitespace-pre-line">{entry.words}</p>}
          {entry.files.length > 0 && (
            <ul className="mt-2 grid list-none p-0 [--gap:.25rem]" aria-label={t("Files")}>
              {entry.files.map((file) => (
                <li key={file.href} className="row small">
                  <Icon name="file-text" size="sm" />
                  <a href={file.href} className="min-w-0 truncate">
                    {file.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Further({ facts: { thread, form }, result }: { facts: Facts; result: SentResult | undefined }) {
  const t = useText();
  const day = useDateWords();
  if (!thread.may_reply)
    return (
      <div className="mt-6 grid justify-items-start [--gap:1rem]">
        {result?.failures.general && (
          <Note kind="bad" live>
            {result.failures.general}
          </Note>
        )}
        {/* What was typed before it closed is theirs to take along. */}
        {result?.values.body && (
          <div className="w-full">
            <TextArea label={t("Your reply")} rows={5} readOnly defaultValue={result.values.body} />
          </div>
        )}
        <p className="muted">{t("This conversation is closed. Write a new message and mention its number.")}</p>
        <ButtonLink href="/account/contact">{t("Write another message")}</ButtonLink>
      </div>
    );
  return (
    <section className="mt-8 grid [--gap:1rem]" aria-labelledby="reply-head">
      <h2 id="reply-head" className="text-xl">
        {thread.reopen_until ? t("Not solved?") : t("Write back")}
      </h2>
      {thread.reopen_until && (
        <p className="muted">
          {t("A reply opens this conversation again until {{day}}.", { day: day(thread.reopen_until) })}
        </p>
      )}
      <ReplyForm key={form} form={form} result={result} />
      {thread.may_settle && (
        <Form method="post" className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <input type="hidden" name="settle" value="yes" />
          <Button type="submit">{t("It's solved")}</Button>
          <span className="small muted">{t("You can open it again for 7 days.")}</span>
        </Form>
      )}
    </section>
  );
}

function ReplyForm({ form, result }: { form: string; result: SentResult | undefined }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const element = useRef<HTMLFormElement>(null);
  const error = result?.failures.fields.body;
  useEffect(() => {
    if (result) element.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [result]);
  return (
    <Form ref={element} method="post" className="grid [--gap:1.125rem]" noValidate>
      <input type="hidden" name="form" value={form} />
      {result?.failures.general && (
        <Note kind="bad" live>
          {result.failures.general}
        </Note>
      )}
      <TextArea
        label={t("Your reply")}
        name="body"
        rows={5}
        maxLength={MAX_MESSAGE_CHARACTERS}
        defaultValue={result?.values.body ?? ""}
        {...(error && { error })}
      />
      <ReceiptFiles />
      <div>
        <Button type="submit" look="primary" busy={busy} busyText={t("Sending")}>
          {t("Send reply")}
        </Button>
      </div>
    </Form>
  );
}
