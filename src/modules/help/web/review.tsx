/** `/review`: rate the service. Happy or not, the same choices follow. `?message=`: the one question of a letter. */
import { data, Form, redirect, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { FieldError, TextArea } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { HELP_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/review";
import { LetterVerdict } from "./letter-verdict.tsx";
import { resultOf } from "./send-message.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t, brand }) => ({
    title: t("Rate {{brand}}", { brand: brand.name }),
    description: t("Tell us how we do. Praise and complaints get the same attention."),
    path: "/review",
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("message");
  if (token !== null)
    return { message: true as const, asked: await context.get(servicesContext).help.verdicts.read(token) };
  return {
    message: false as const,
    thanked: url.searchParams.has("thanks"),
    reviewUrl: context.get(servicesContext).help.reviewUrl,
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { brand, language, visit, member } = context.get(pageContext);
  const form = await request.formData();
  const token = url.searchParams.get("message");
  if (token !== null) {
    const from = { token, address: visit.address };
    const given = await context.get(servicesContext).help.verdicts.give(from, form.get("solved") === "yes");
    if (given.ok) throw redirect(`/review?message=${encodeURIComponent(token)}`, 303);
    const { result, status } = resultOf(language, [given], {});
    return data({ text: result.failures.general, field: null, words: "", stars: 0 }, status);
  }
  const words = String(form.get("words") ?? "").slice(0, 4_000);
  const stars = Number(form.get("stars") ?? 0);
  const outcome = await context.get(servicesContext).help.review(
    {
      user_id: member?.user_id ?? null,
      name: member?.name ?? "",
      is_verified: member?.is_verified ?? false,
      brand,
      language,
      address: visit.address,
    },
    { stars, words },
  );
  if (outcome.ok) throw redirect("/review?thanks", 303);
  const row = HELP_REFUSALS[outcome.code];
  const text = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => outcome.detail?.[name] ?? "");
  return data({ text, field: row.field ?? null, words, stars }, row.status);
}

type RatingResult = Route.ComponentProps["actionData"];

/** From the right, so that a chosen star lights those before it by style alone. */
const STARS = [5, 4, 3, 2, 1] as const;

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.message ? (
    <LetterVerdict asked={loaderData.asked} error={actionData?.text ?? null} />
  ) : (
    <Rating facts={loaderData} result={actionData} />
  );
}

function Rating({ facts, result }: { facts: { thanked: boolean; reviewUrl: string | null }; result: RatingResult }) {
  const t = useText();
  const brand = useBrand();
  const busy = useNavigation().state !== "idle";
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight">
        <h1>{t("How are we doing?")}</h1>
        {facts.thanked ? (
          <div className="mt-6 grid [--gap:1.25rem]">
            <Note kind="good" live>
              {t("Thank you. We read every one.")}
            </Note>
            <p className="muted">{t("Whatever you chose, the same ways are open to you:")}</p>
            <p className="row flex-wrap">
              <ButtonLink href="/contact">{t("Tell us more")}</ButtonLink>
              {facts.reviewUrl && (
                <ButtonLink href={facts.reviewUrl}>{t("Rate {{brand}} in public", { brand: brand.name })}</ButtonLink>
              )}
            </p>
          </div>
        ) : (
          <Form method="post" className="mt-6 grid [--gap:1.25rem]" noValidate>
            {result && result.field === null && (
              <Note kind="bad" live>
                {result.text}
              </Note>
            )}
            <fieldset aria-describedby={result?.field === "stars" ? "stars-error" : undefined}>
              <legend className="mb-2 p-0 font-semibold">{t("Your rating")}</legend>
              <div className="rating">
                {STARS.map((stars) => (
                  <label key={stars}>
                    <input
                      type="radio"
                      name="stars"
                      value={stars}
                      defaultChecked={result?.stars === stars}
                      className="sr-only"
                    />
                    <Icon name="star" />
                    <span className="sr-only">{t("{{stars}} of 5 stars", { stars })}</span>
                  </label>
                ))}
              </div>
              {result?.field === "stars" && <FieldError id="stars-error">{result.text}</FieldError>}
            </fieldset>
            <TextArea
              label={t("What went well, what didn't?")}
              name="words"
              rows={5}
              maxLength={2_000}
              optional
              defaultValue={result?.words ?? ""}
            />
            <p className="small muted">
              {t("Only we read this. It's kept with your account, or without a name when you're not logged in.")}
            </p>
            <div>
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Sending")}>
                {t("Send rating")}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </Frame>
  );
}
