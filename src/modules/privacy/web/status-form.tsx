/** How a request stands, for whoever has its mail: by its number and address. */
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Note } from "#ui/note.tsx";
import { StatusFields } from "#ui/status-fields.tsx";
import { useText } from "#ui/text.tsx";
import type { RequestResult } from "./request-form.tsx";
import { RequestSlip } from "./request-slip.tsx";

export function StatusForm({ result }: { result: RequestResult | undefined }) {
  const t = useText();
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === "status";
  const asked = result?.intent === "status" ? result : undefined;
  const found = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked?.found) found.current?.focus();
  }, [asked]);
  return (
    <>
      {asked?.found && (
        <div ref={found} tabIndex={-1} className="mb-6">
          <RequestSlip request={asked.found} />
        </div>
      )}
      <Form
        method="post"
        action="/ccpa-privacy-rights#status"
        className="grid max-w-[26rem] [--gap:1.125rem]"
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="status" />
        {asked?.failures.general && (
          <Note kind="bad" live>
            {asked.failures.general}
          </Note>
        )}
        <StatusFields
          label={t("Number of the request")}
          name="number"
          number={asked?.values.number}
          email={asked?.values.email}
          busy={busy}
        />
      </Form>
    </>
  );
}
