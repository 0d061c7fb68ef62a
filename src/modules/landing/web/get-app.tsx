/** `/get-app`: a phone goes on to its store; a computer shows a code to scan, and a field that texts the link. */
import { data, Form, redirect, useNavigation } from "react-router";
import { renderSVG } from "uqr";
import { pageContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/get-app";
import { failureOf, flowOf } from "./flow-request.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t, brand }) => ({
    title: t("Get the app"),
    description: t("{{name}} on your phone: stores, coupons and your passbook.", { name: brand.name }),
    path: "/get-app",
  }));

/** Phones say which store is theirs; `?stay` keeps somebody on this page who came back from the store. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { brand, publicUrl } = context.get(pageContext);
  const agent = request.headers.get("user-agent") ?? "";
  if (!url.searchParams.has("stay")) {
    if (/iPhone|iPod|iPad/.test(agent)) throw redirect(brand.app.ios_url, 302);
    if (/Android/.test(agent)) throw redirect(brand.app.android_url, 302);
  }
  const code = renderSVG(`${publicUrl}/get-app`, { border: 2 });
  return { code: `data:image/svg+xml,${encodeURIComponent(code)}`, texts: flowOf(context).texts };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { brand, language, visit } = context.get(pageContext);
  const phone = String((await request.formData()).get("phone") ?? "").slice(0, 40);
  const outcome = await flowOf(context).textAppLink(brand, language, { phone, address: visit.address });
  if (outcome.ok) return { sent: true, phone, failure: null };
  const { failure, status } = failureOf(context, outcome);
  return data({ sent: false, phone, failure }, status);
}

export default function GetApp({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { app, name } = useBrand();
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="mx-auto max-w-[58rem]">
          <h1>{t("The passbook in your pocket")}</h1>
          <p className="lead mt-3 max-w-[46ch]">
            {t("{{name}} on your phone: stores, coupons and your passbook. Free, with the account you have.", { name })}
          </p>
          <div className="mt-8 grid [--gap:1.5rem] md:grid-cols-2">
            <section
              className="card card-pad grid content-center justify-items-center text-center [--gap:1rem] max-md:order-last"
              aria-labelledby="scan"
            >
              <h2 id="scan" className="text-xl">
                {t("Scan it")}
              </h2>
              <img
                src={loaderData.code}
                alt={t("Code that leads to the app")}
                width={208}
                height={208}
                className="rounded-lg bg-white p-1"
              />
              <p className="small muted max-w-[30ch]">
                {t("Point your phone's camera here. It opens the right store.")}
              </p>
            </section>
            <div className="grid content-start [--gap:1.5rem]">
              {loaderData.texts && <TextForm result={actionData} />}
              <section className="card card-pad grid [--gap:.75rem]" aria-labelledby="stores">
                <h2 id="stores" className="text-xl">
                  {t("Or go to a store")}
                </h2>
                <ButtonLink block href={app.ios_url} rel="noopener">
                  <Icon name="smartphone" size="sm" />
                  App Store
                </ButtonLink>
                <ButtonLink block href={app.android_url} rel="noopener">
                  <Icon name="smartphone" size="sm" />
                  Google Play
                </ButtonLink>
              </section>
            </div>
          </div>
        </div>
      </div>
    </Frame>
  );
}

type Result = { sent: boolean; phone: string; failure: { field: string | null; text: string } | null } | undefined;

function TextForm({ result }: { result: Result }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  const failure = result?.failure ?? null;
  return (
    <section className="card card-pad" aria-labelledby="text-me">
      <h2 id="text-me" className="text-xl">
        {t("Text me the link")}
      </h2>
      {result?.sent ? (
        <div className="mt-3">
          <Note kind="good" live>
            {t("On its way to {{phone}}. If nothing comes within a minute, scan the code.", { phone: result.phone })}
          </Note>
        </div>
      ) : (
        <Form method="post" className="mt-3 grid [--gap:.875rem]" noValidate>
          {failure && failure.field === null && (
            <Note kind="bad" live>
              {failure.text}
            </Note>
          )}
          <Field
            label={t("Mobile number")}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={result?.phone ?? ""}
            {...(failure?.field === "phone" ? { error: failure.text } : {})}
          />
          <Button type="submit" look="primary" block busy={busy} busyText={t("Sending")}>
            {t("Text me the link")}
          </Button>
          <p className="xs faint">
            {t("One automated text to this number. Your carrier's rates may apply. We don't keep the number.")}
          </p>
        </Form>
      )}
    </section>
  );
}
