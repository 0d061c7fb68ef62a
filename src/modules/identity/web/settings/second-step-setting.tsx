import { type FormEvent, useState } from "react";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { DateText } from "#ui/date.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { Tag } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";
import type { SecondFactors } from "../../second-factor/time-codes.ts";
import { deviceWords } from "../device-words.ts";

type Asked = { what: "passkey" | "time_code" | "remove_time_code" | "remove_passkey"; id?: string };

const TITLES: Readonly<Record<Asked["what"], string>> = {
  passkey: "Add a passkey",
  time_code: "Set up an authenticator app",
  remove_time_code: "Remove the authenticator app",
  remove_passkey: "Remove this passkey",
};

/** Passkeys and an authenticator app: for those who want them, never needed to shop. */
export function SecondStepSetting({
  factors,
  hasPassword,
  onChanged,
}: {
  factors: SecondFactors;
  hasPassword: boolean;
  onChanged: () => void;
}) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => {
    setAsked(null);
    onChanged();
  };
  return (
    <Setting
      id="second-step"
      title={t("Passkeys and second step")}
      lead={t("Safer than a password alone, if you like. Shopping never asks for it.")}
    >
      <ul className="divide-y divide-[var(--tp-rule)]">
        {factors.passkeys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span>
              <b className="block">{t("Passkey, {{device}}", { device: key.name })}</b>
              <span className="small muted">
                {key.last_used_at ? t("last used") : t("added")}{" "}
                <DateText value={key.last_used_at ?? key.created_at} style="datetime" />
              </span>
            </span>
            <Button size="sm" onClick={() => setAsked({ what: "remove_passkey", id: key.id })}>
              {t("Remove")}
            </Button>
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <span>
            <b className="block">{t("Authenticator app")}</b>
            <span className="small muted">
              {factors.time_code
                ? t("{{count}} recovery codes left", { count: factors.recovery_codes_left })
                : t("A code that changes every 30 seconds, after your password.")}
            </span>
          </span>
          {factors.time_code ? (
            <span className="flex items-center gap-3">
              <Tag tone="good">{t("On")}</Tag>
              <Button size="sm" onClick={() => setAsked({ what: "remove_time_code" })}>
                {t("Remove")}
              </Button>
            </span>
          ) : (
            <Button size="sm" onClick={() => setAsked({ what: "time_code" })}>
              {t("Set up")}
            </Button>
          )}
        </li>
      </ul>
      <div className="mt-4">
        <Button onClick={() => setAsked({ what: "passkey" })}>{t("Add a passkey")}</Button>
      </div>
      <Dialog open={asked !== null} onClose={close} title={asked ? t(TITLES[asked.what]) : ""}>
        {asked && <Steps asked={asked} hasPassword={hasPassword} onDone={close} />}
      </Dialog>
    </Setting>
  );
}

function Steps({ asked, hasPassword, onDone }: { asked: Asked; hasPassword: boolean; onDone: () => void }) {
  const t = useText();
  const { form, busy, failure, send, errorOf } = useFormCall();
  const [secret, setSecret] = useState<{ secret: string; picture: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** Why the device would not. */
  const [refused, setRefused] = useState<string | null>(null);

  async function act(password: string | null): Promise<void> {
    setRefused(null);
    if (asked.what === "passkey") {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const { options } = await call<{ options: Parameters<typeof startRegistration>[0]["optionsJSON"] }>(
        "/api/account/passkeys/start",
        { json: { password } },
      );
      let credential: Awaited<ReturnType<typeof startRegistration>>;
      try {
        credential = await startRegistration({ optionsJSON: options });
      } catch (error) {
        const words = deviceWords(error, t);
        if (words === null) throw error;
        setRefused(words || null);
        return;
      }
      await call("/api/account/passkeys", { json: { credential } });
      onDone();
    } else if (asked.what === "time_code") {
      const started = await call<{ secret: string; address: string }>("/api/account/time-code/start", {
        json: { password },
      });
      const { renderSVG } = await import("uqr");
      const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(started.address, { border: 2 }))}`;
      setSecret({ secret: started.secret, picture });
    } else {
      const [path, json] =
        asked.what === "remove_passkey"
          ? ["/api/account/passkeys/remove", { id: asked.id, password }]
          : ["/api/account/time-code/remove", { password }];
      await call(path as string, { json });
      onDone();
    }
  }

  const onConfirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const password = String(fields.get("password") ?? "");
    void send(emptyOf(fields, { password: t("Enter your password.") }), () => act(password || null));
  };
  const onCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = String(fields.get("code"));
    void send(emptyOf(fields, { code: t("Enter the code your app shows.") }), async () =>
      setCodes((await call<{ recovery_codes: string[] }>("/api/account/time-code", { json: { code } })).recovery_codes),
    );
  };

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (secret) {
    return (
      <form ref={form} className="grid [--gap:1rem]" onSubmit={onCode} noValidate>
        <p>{t("Scan the picture with your app, or type in the key. Then enter the code it shows.")}</p>
        <img src={secret.picture} alt={t("Picture of the key below")} width={176} height={176} className="mx-auto" />
        <p className="text-center font-mono text-sm break-all">{secret.secret.match(/.{1,4}/g)?.join(" ")}</p>
        <FormFailure failure={failure} fields={["code"]} />
        <Field
          label={t("Code")}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          {...errorOf("code")}
        />
        <Button type="submit" look="primary" block busy={busy} busyText={t("Checking the code")}>
          {t("Switch it on")}
        </Button>
      </form>
    );
  }
  return (
    <form ref={form} className="grid [--gap:1rem]" onSubmit={onConfirm} noValidate>
      <FormFailure failure={failure} fields={["password"]} />
      {refused && (
        <Note kind="bad" live>
          {refused}
        </Note>
      )}
      <ConfirmField hasPassword={hasPassword} {...errorOf("password")} />
      <Button type="submit" look="primary" block busy={busy} busyText={t("One moment")}>
        {asked.what.startsWith("remove") ? t("Remove") : t("Continue")}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useText();
  return (
    <div className="grid [--gap:1rem]">
      <Note kind="good" live>
        {t("It's on. Save these codes: each one signs you in once if you lose your phone. We won't show them again.")}
      </Note>
      <ul className="grid grid-cols-2 gap-2 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="primary" block onClick={onDone}>
        {t("I saved them")}
      </Button>
    </div>
  );
}
