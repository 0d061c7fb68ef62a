/** The newest mails that were read: what each said, or why nothing was read in it. */
import type { ShownFact, ShownMail } from "#mailboxes";
import { useDateWords } from "#ui/date.tsx";
import { Empty } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { FACT_WORDS, PROOF_WORDS, WHY_WORDS } from "./mail-words.ts";

export function MailsList({ mails }: { mails: readonly ShownMail[] }) {
  const t = useText();
  return (
    <section aria-labelledby="newest">
      <h2 id="newest" className="mb-3 text-xl">
        {t("Newest emails")}
      </h2>
      {mails.length === 0 ? (
        <Empty icon="mail" title={t("No emails yet")}>
          {t("As soon as one is forwarded, it shows here with what we read in it.")}
        </Empty>
      ) : (
        <ul className="card divide-y divide-(--tp-rule)">
          {mails.map((mail) => (
            <li key={mail.mail_id} className="p-4 sm:px-5">
              <Mail mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Mail({ mail }: { mail: ShownMail }) {
  const t = useText();
  const dateOf = useDateWords();
  const why = WHY_WORDS[mail.why];
  const proof = PROOF_WORDS[mail.proof_why];
  return (
    <article>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0 sm:flex-1">
          <h3 className="m-0 text-base font-semibold break-words">{mail.subject || t("No subject")}</h3>
          <p className="small muted break-words">
            {mail.sender} · <span className="nowrap">{dateOf(mail.read_at, "datetime")}</span>
          </p>
        </div>
        {mail.facts.length > 0 ? (
          mail.proof === "signed" ? (
            <WordStamp tone="good" icon="shield-check">
              {t("Signed by the store")}
            </WordStamp>
          ) : (
            <WordStamp tone="wait" icon="mail">
              {t("Not signed")}
            </WordStamp>
          )
        ) : (
          <WordStamp tone="info" icon="info">
            {t("Nothing read")}
          </WordStamp>
        )}
      </div>
      {mail.facts.length > 0 && (
        <ul className="mt-3 grid [--gap:0.4rem]">
          {mail.facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts of a mail have their order alone and never change
            <FactLine key={at} fact={fact} />
          ))}
        </ul>
      )}
      {why && <p className="small mt-2">{t(why.text)}</p>}
      {mail.facts.length > 0 && proof && <p className="small muted mt-2">{t(proof.text)}</p>}
    </article>
  );
}

const amountOf = (minor: string, currency: string): string =>
  currency === "USD" ? formatMoney(minor) : `${formatMoney(minor).replace("$", "")} ${currency}`;

function FactLine({ fact }: { fact: ShownFact }) {
  const t = useText();
  const dateOf = useDateWords();
  const { text, icon, day } = FACT_WORDS[fact.kind];
  const parts = [fact.store, fact.number, fact.day && t(day, { day: dateOf(fact.day) })].filter(Boolean);
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} size="sm" />
      <span className="min-w-0 break-words">
        <b>{t(text)}</b> {parts.join(" · ")}
        {fact.amount_minor !== null && fact.currency !== null && (
          <>
            {" · "}
            <span className="mono">{amountOf(fact.amount_minor, fact.currency)}</span>
          </>
        )}
      </span>
    </li>
  );
}
