/** `/sweepstakes/verify?t=`: the press that makes an entry count. Opening the link alone changes nothing. */
import { data, Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/sweepstakes-verify";
import { flowOf } from "./flow-request.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Your entry in the draw"),
    description: t("One click confirms your entry."),
    path: "/sweepstakes/verify",
    noindex: true,
  }));

const tokenOf = (url: URL) => url.searchParams.get("t")?.slice(0, 100) ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const entry = await flowOf(context).readEntry(tokenOf(url));
  return data({ entry }, entry ? 200 : 404);
}

export async function action({ context, url }: Route.ActionArgs) {
  const entry = await flowOf(context).confirmDrawEntry(tokenOf(url));
  return data({ entry }, entry ? 200 : 404);
}

export default function SweepstakesVerify({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  const entry = (actionData ?? loaderData).entry;
  return (
    <Frame>
      <div className="wrap wrap-narrow section" aria-live="polite">
        {!entry ? (
          <>
            <h1>{t("This link doesn't work")}</h1>
            <p className="lead mt-4">
              {t("It's incomplete, or a newer email replaced it. Open the newest one, or enter again.")}
            </p>
            <p className="mt-8">
              <ButtonLink href="/sweepstakes-rules#enter">{t("Enter the draw")}</ButtonLink>
            </p>
          </>
        ) : entry.state === "waiting" ? (
          <>
            <h1>{t("One click and you're in")}</h1>
            <p className="lead mt-4">
              {t("The draw is free. Confirm that this address is yours; the winner is drawn on")}{" "}
              <DateText value={entry.drawn_on} />.
            </p>
            <Form method="post" className="mt-8">
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Confirming")}>
                {t("Confirm my entry")}
              </Button>
            </Form>
          </>
        ) : entry.state === "confirmed" ? (
          <>
            <h1>{t("You're in")}</h1>
            <p className="lead mt-4">
              {t("Your entry counts. If it's drawn, we'll email you on")} <DateText value={entry.drawn_on} />.
            </p>
            <p className="row row-wrap mt-8">
              <ButtonLink look="primary" href="/stores">
                {t("Browse stores")}
              </ButtonLink>
              <ButtonLink href="/sweepstakes-rules">{t("Read the rules")}</ButtonLink>
            </p>
          </>
        ) : (
          <>
            <h1>{t("This draw has ended")}</h1>
            <p className="lead mt-4">{t("Its month ended before the entry was confirmed. The next one is open.")}</p>
            <p className="mt-8">
              <ButtonLink look="primary" href="/sweepstakes-rules#enter">
                {t("Enter the draw")}
              </ButtonLink>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}
