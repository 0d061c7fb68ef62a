/** The page of linked accounts: the address, how to forward, what came of it, and what is kept. */
import type { AccountsPage } from "#mailboxes";
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { AddressCard } from "./address-card.tsx";
import { ForgetMails } from "./forget-mails.tsx";
import { LinkMailbox } from "./link-mailbox.tsx";
import { MailsList } from "./mails-list.tsx";

const STEPS = [
  { text: "Copy your address." },
  { text: "In Gmail or Outlook, open the settings for forwarding and add it there." },
  { text: "Your mailbox asks whether it may send to it. The code appears on this page." },
  { text: "Make a filter for order emails, so that only those are forwarded." },
] as const;

export function AccountsView({ page }: { page: AccountsPage }) {
  const t = useText();
  return (
    <div className="layout-2">
      <div className="grid [--gap:1.75rem]">
        {page.codes.map((code) => (
          <CodeNote key={code.mail_id} code={code} />
        ))}
        <LinkMailbox page={page.linking} />
        <AddressCard key={page.address} address={page.address} />
        <section>
          <h2 className="mb-3 text-xl">{t("How to forward order emails")}</h2>
          <ol className="list-decimal ps-5">
            {STEPS.map((step) => (
              <li key={step.text} className="mt-1">
                {t(step.text)}
              </li>
            ))}
          </ol>
          <p className="small muted mt-3">
            {t(
              "To forward a single email by hand, choose “Forward as attachment”: the store's signature stays. Forwarded in the usual way we read it, but on its own it can't pay a claim.",
            )}
          </p>
        </section>
        <MailsList mails={page.latest} />
      </div>
      <aside className="grid content-start [--gap:1rem]">
        <Found page={page} />
        <Kept />
        {page.mails > 0 && <ForgetMails />}
      </aside>
    </div>
  );
}

/** Without it nobody can set forwarding up: Google writes it to the address that mail is to go to. */
function CodeNote({ code }: { code: AccountsPage["codes"][number] }) {
  const t = useText();
  return (
    <Note kind="wait" icon="mail-check">
      {t("Gmail asks whether it may forward to your address. Enter this code in Gmail:")}{" "}
      <b className="mono">{code.code}</b>
      {code.href && (
        <span className="mt-3 block">
          <ButtonLink href={code.href} size="sm" rel="noopener noreferrer">
            {t("Allow it at Google")}
          </ButtonLink>
        </span>
      )}
    </Note>
  );
}

function Found({ page }: { page: AccountsPage }) {
  const t = useText();
  const dateOf = useDateWords();
  return (
    <section className="card card-pad" aria-labelledby="found">
      <h2 id="found" className="mb-3 text-xl">
        {t("What came in")}
      </h2>
      <dl className="grid [--gap:0.5rem]">
        <Fact term={t("Emails read")} value={String(page.mails)} />
        <Fact term={t("Facts kept")} value={String(page.facts)} />
        <Fact term={t("Newest email")} value={page.newest ? dateOf(page.newest, "datetime") : t("None yet")} />
      </dl>
    </section>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="small muted">{term}</dt>
      <dd className="m-0 text-end font-semibold">{value}</dd>
    </div>
  );
}

const RULES = [
  {
    text: "We read emails about orders, shipping, refunds, receipts and bookings. From everything else we keep nothing of what it says.",
  },
  { text: "Of a linked mailbox, emails in which we found nothing are not even listed." },
  {
    text: "We keep order numbers, stores, items, prices, dates and tracking numbers, with the email's subject and sender.",
  },
  { text: "The text of an email is erased as soon as it is read. No person sees it." },
  { text: "Emails in which we found nothing are forgotten after 30 days, the rest when you ask or leave." },
] as const;

function Kept() {
  const t = useText();
  return (
    <section className="card card-pad" aria-labelledby="kept">
      <h2 id="kept" className="mb-3 text-xl">
        {t("What we read and keep")}
      </h2>
      <ul className="small list-disc ps-5">
        {RULES.map((rule) => (
          <li key={rule.text} className="mt-1">
            {t(rule.text)}
          </li>
        ))}
      </ul>
    </section>
  );
}
