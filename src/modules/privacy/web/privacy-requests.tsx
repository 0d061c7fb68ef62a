/** The part of `/ccpa-privacy-rights` where somebody asks, and sees how what they asked stands. */
import { Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { RequestForm, type RequestResult } from "./request-form.tsx";
import { RequestSent } from "./request-sent.tsx";
import { RequestSlip } from "./request-slip.tsx";
import type { RequestData } from "./send-request.ts";
import { StatusForm } from "./status-form.tsx";
import { WithdrawLink } from "./withdraw-link.tsx";

export function PrivacyRequests({ facts, result }: { facts: RequestData; result: RequestResult | undefined }) {
  const t = useText();
  const others = facts.own.filter(({ number }) => number !== facts.sent);
  return (
    <>
      <div id="request">
        <Setting
          title={t("Send us a request")}
          lead={t("It costs nothing, and you're never treated worse because you asked.")}
        >
          {facts.sent ? <RequestSent facts={facts} /> : <RequestForm facts={facts} result={result} />}
        </Setting>
      </div>
      <div className="empty:hidden" id="status">
        {facts.email === null ? (
          <Setting title={t("How your request stands")} lead={t("Its number is in the email we sent you.")}>
            <StatusForm result={result} />
          </Setting>
        ) : (
          others.length > 0 && (
            <Setting title={facts.sent ? t("Your earlier requests") : t("Your requests")}>
              <ul className="grid list-none p-0 [--gap:1.25rem]">
                {others.map((request) => (
                  <li key={request.number}>
                    <RequestSlip request={request} />
                    {request.may_withdraw && <WithdrawLink number={request.number} />}
                  </li>
                ))}
              </ul>
            </Setting>
          )
        )}
      </div>
    </>
  );
}
