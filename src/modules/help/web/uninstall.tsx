/** `/uninstall`: where a browser leads when the extension is taken away. Says what stays, and asks why, without a name. */
import { data, Form, redirect, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { HELP_REFUSALS } from "../messages.ts";
import { UNINSTALL_REASONS, type UninstallReason } from "../uninstall-reasons.ts";
import type { Route } from "./+types/uninstall";

const PATH = "/uninstall";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("The extension is gone from this browser"),
    description: t("Your account and your money stay. Tell us what made you remove it, if you like."),
    path: PATH,
    noindex: true,
  }));

/** What remembered it goes with it: prompts and the page about it know that it is gone. */
const FORGET = "extension_installed=; Path=/; Max-Age=0; SameSite=Lax";

export async function loader({ url }: Route.LoaderArgs) {
  return data({ thanked: url.searchParams.has("thanks") }, { headers: { "set-cookie": FORGET } });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { brand, language, visit } = context.get(pageContext);
  const form = await request.formData();
  const said = form.getAll("reason");
  const reasons = UNINSTALL_REASONS.filter((reason) => said.includes(reason));
  const words = String(form.get("words") ?? "").slice(0, 4_000);
  const outcome = await context
    .get(servicesContext)
    .help.tellUninstall({ reasons, words, language, partner: brand.partner_name, address: visit.address });
  if (outcome.ok) throw redirect(`${PATH}?thanks`, 303);
  const row = HELP_REFUSALS[outcome.code];
  const text = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => outcome.detail?.[name] ?? "");
  return data({ text, words, reasons: reasons as readonly UninstallReason[] }, row.status);
}

const WORDS: Record<UninstallReason, { text: string }> = {
  no_codes: { text: "Its codes didn't work" },
  in_the_way: { text: "It got in the way at checkout" },
  not_tracked: { text: "My cash back didn't show up" },
  privacy: { text: "I didn't want it to see my pages" },
  slow: { text: "It slowed my browser down" },
  other_tool: { text: "I use something else" },
  by_mistake: { text: "I removed it by mistake" },
  other: { text: "Something else" },
};

export default function Uninstall({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { name } = useBrand();
  const busy = useNavigation().state !== "idle";
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight">
        <h1>{t("The extension is gone from this browser")}</h1>
        <p className="lead mt-3">{t("Your account and your money stay as they were.")}</p>
        <ul className="words mt-5 list-disc ps-5">
          <li>{t("What it kept on this device was deleted with it.")}</li>
          <li>{t("Cash back that's already tracked goes on as planned; you can follow it in your passbook.")}</li>
          <li>{t("Started from our pages, cash back works without the extension.")}</li>
        </ul>
        <p className="row mt-6 flex-wrap">
          <ButtonLink href="/stores">{t("Browse stores")}</ButtonLink>
          <ButtonLink look="quiet" href="/extension">
            {t("Get it back")}
          </ButtonLink>
        </p>
        {loaderData.thanked ? (
          <div className="mt-10">
            <Note kind="good" live>
              {t("Thank you. We read every one.")}
            </Note>
          </div>
        ) : (
          <Form method="post" className="card card-pad mt-10 grid [--gap:1.25rem]" noValidate>
            <fieldset className="grid [--gap:.625rem]">
              <legend className="mb-3 p-0 text-lg font-semibold">{t("What made you remove it?")}</legend>
              {UNINSTALL_REASONS.map((reason) => (
                <Check
                  key={reason}
                  name="reason"
                  value={reason}
                  defaultChecked={actionData?.reasons.includes(reason) ?? false}
                >
                  {t(WORDS[reason].text)}
                </Check>
              ))}
            </fieldset>
            <TextArea
              label={t("What should be better?")}
              name="words"
              rows={4}
              maxLength={2_000}
              optional
              defaultValue={actionData?.words ?? ""}
            />
            {actionData && (
              <Note kind="bad" live>
                {actionData.text}
              </Note>
            )}
            <p className="small muted">
              {t("Kept without your name, account or address. Only {{name}} reads it.", { name })}
            </p>
            <div>
              <Button type="submit" look="primary" busy={busy} busyText={t("Sending")}>
                {t("Send")}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </Frame>
  );
}
