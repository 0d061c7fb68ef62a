/** The form by which people write to us. It works without script too, only without files. */
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";
import { MAX_MESSAGE_CHARACTERS, PAGE_TOPICS } from "../messages.ts";
import { ReceiptFiles } from "./receipt-files.tsx";
import type { ContactData, SentResult } from "./send-message.ts";
import { TOPIC_CHOICES } from "./topics.ts";

const PURCHASE = "missing-purchase";

export function ContactForm({ facts, result }: { facts: ContactData; result: SentResult | undefined }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const known = TOPIC_CHOICES.find((choice) => choice.value === facts.about)?.value ?? "";
  const [topic, setTopic] = useState<string>(result?.values.topic ?? known);
  const value = (name: string) => result?.values[name] ?? "";
  const errorOf = (name: string) => {
    const error = result?.failures.fields[name];
    return error ? { error } : {};
  };
  // The first field that needs mending, so that nobody has to look for it.
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [result]);

  return (
    <Form ref={form} id="message" method="post" className="grid [--gap:1.125rem]" noValidate>
      <input type="hidden" name="form" value={facts.form} />
      {result?.failures.general && (
        <Note kind="bad" live>
          {result.failures.general}
        </Note>
      )}
      <Select
        label={t("What is it about?")}
        name="topic"
        value={topic}
        onChange={(event) => setTopic(event.target.value)}
        {...errorOf("topic")}
        options={[
          { value: "", text: t("Choose") },
          ...TOPIC_CHOICES.map((choice) => ({ value: choice.value, text: t(choice.text) })),
        ]}
      />
      {topic === PURCHASE && (
        <fieldset className="grid [--gap:1.125rem]">
          <legend className="mb-2 p-0 font-semibold">{t("Your order")}</legend>
          <p className="small muted">
            {t(
              "Stores usually report an order within 48 hours. We ask the store's network about yours with these facts.",
            )}
          </p>
          <Field
            label={t("Store")}
            name="store"
            defaultValue={value("store") || facts.store}
            maxLength={120}
            {...errorOf("store")}
          />
          <Field
            label={t("Order number")}
            name="order_number"
            defaultValue={value("order_number")}
            hint={t("It's in the store's confirmation email.")}
            autoComplete="off"
            maxLength={80}
            {...errorOf("order_number")}
          />
          <div className="two-way [--gap:1.125rem]">
            <Field
              label={t("Ordered on")}
              name="ordered_on"
              type="date"
              defaultValue={value("ordered_on")}
              {...errorOf("ordered_on")}
            />
            <Field
              label={t("Amount paid, in dollars")}
              name="amount"
              inputMode="decimal"
              defaultValue={value("amount")}
              placeholder="49.90"
              autoComplete="off"
              {...errorOf("amount")}
            />
          </div>
        </fieldset>
      )}
      {facts.signedIn ? (
        <p className="small muted">{t("We answer at {{email}}.", { email: facts.email })}</p>
      ) : (
        <EmailField defaultValue={value("email")} {...errorOf("email")} />
      )}
      {PAGE_TOPICS.has(topic) && (
        <Field
          label={topic === "partners" ? t("Your website") : t("Address of the page")}
          name="page"
          inputMode="url"
          autoCapitalize="none"
          autoComplete={topic === "partners" ? "url" : "off"}
          spellCheck={false}
          placeholder="https://"
          defaultValue={value("page")}
          maxLength={2_000}
          optional
          {...errorOf("page")}
        />
      )}
      <TextArea
        label={t("Your message")}
        name="body"
        rows={6}
        maxLength={MAX_MESSAGE_CHARACTERS}
        defaultValue={value("body")}
        optional={topic === PURCHASE}
        {...errorOf("body")}
      />
      <ReceiptFiles />
      <div>
        <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Sending")}>
          {t("Send message")}
        </Button>
      </div>
    </Form>
  );
}

/** What stands in place of the form once a message was sent. */
export function MessageSent({ facts, again }: { facts: ContactData; again: string }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card card-pad" aria-labelledby="sent-head">
      <h2 id="sent-head" ref={heading} tabIndex={-1} className="text-xl">
        {t("We have your message")}
      </h2>
      <p className="mt-3">
        {t("Your number is {{number}}. A person answers by email within {{days}} working days.", {
          number: facts.sent ?? "",
          days: facts.answerDays,
        })}
      </p>
      <p className="mt-4">
        <a href={again}>{t("Write another message")}</a>
      </p>
    </section>
  );
}
