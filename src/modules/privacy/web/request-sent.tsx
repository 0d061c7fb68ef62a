/** What stands in place of the form once a request was sent. */
import { type ReactNode, useEffect, useRef } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import type { RequestPage } from "../privacy.types.ts";
import { RequestSlip } from "./request-slip.tsx";
import type { RequestData } from "./send-request.ts";
import { WithdrawLink } from "./withdraw-link.tsx";

const SETTINGS = "/account/pss#data";

export function RequestSent({ facts }: { facts: RequestData }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const own = facts.own.find(({ number }) => number === facts.sent);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {headOf(facts, own, t)}
      </h3>
      <div className="mt-2">{wordsOf(facts, own, t)}</div>
      {own && (
        <div className="mt-6">
          <RequestSlip request={own} />
          {own.may_withdraw && <WithdrawLink number={own.number} />}
        </div>
      )}
      {own && (own.right === "delete" || own.right === "know") && (
        <p className="mt-6">
          <ButtonLink look="primary" href={SETTINGS}>
            {own.right === "know" ? t("Get my copy") : t("Delete my account")}
          </ButtonLink>
        </p>
      )}
      <p className="mt-5">
        <a href="/ccpa-privacy-rights#request" data-document="">
          {t("Ask for something else")}
        </a>
      </p>
    </>
  );
}

type Say = ReturnType<typeof useText>;

function headOf({ sent }: RequestData, own: RequestPage | undefined, t: Say): string {
  if (sent === "mail") return t("Check your email");
  if (sent === "agent") return t("We wrote to both of you");
  if (sent === "done" || own?.right === "opt_out") return t("Your choice is in effect");
  return own?.right === "know" && own.state === "answered" ? t("Your copy is ready") : t("We have your request");
}

function wordsOf({ sent, reference }: RequestData, own: RequestPage | undefined, t: Say): ReactNode {
  if (sent === "mail")
    return (
      <p>
        {t(
          "We sent an email to the address you typed. Open it and confirm that it's yours; then we begin. The link works for 14 days.",
        )}
      </p>
    );
  if (sent === "agent")
    return (
      <p>
        {t(
          "The email we sent you says what happens next. What we answer goes to the person, unless you hold their power of attorney. Your reference is {{number}}.",
          { number: reference },
        )}
      </p>
    );
  if (sent === "done" || own?.right === "opt_out")
    return (
      <p>
        {t(
          "From now on partners hear nothing about you: not from this browser, and not from your account, if there is one with the address you gave.",
        )}
      </p>
    );
  if (own?.right === "know" && own.state === "answered")
    return <p>{t("Download it in Settings: one file with everything we keep about you.")}</p>;
  if (own?.right === "delete")
    return (
      <p>
        {t(
          "You can delete your account yourself right away. Withdraw your money first. If you don't, a person does it by the day below and asks you about your money before.",
        )}
      </p>
    );
  return <p>{t("A person works on it and answers by email. Your number is {{number}}.", { number: sent ?? "" })}</p>;
}
