/** What members agree to: the text of their partner and of the country in which it is read. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { DateText } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/legal-page";
import { PageOfWords } from "./page.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  const { agreements, attribution } = context.get(servicesContext);
  const name = url.pathname.replace(/^\/|\/$|\.data$/g, "");
  const { reads_in: country } = attribution.arrivalOf((header) => request.headers.get(header));
  const shown = agreements.show(name, { brand, language, country }, url.searchParams.get("on"));
  if (!shown) throw data(null, { status: 404 });
  return { ...shown, path: `/${name}` };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, () => ({
    title: loaderData?.page.title ?? "",
    description: loaderData?.page.description ?? "",
    path: loaderData?.path ?? "/",
    noindex: loaderData?.is_ahead,
  }));

export default function LegalPage({ loaderData: { page, path, is_ahead, next } }: Route.ComponentProps) {
  const t = useText();
  const notice = is_ahead ? (
    <Note kind="wait">
      {t("This text isn't in effect yet.")} <a href={path}>{t("Read what's in effect today")}</a>
    </Note>
  ) : next ? (
    <Note kind="info">
      {t("A new text takes effect on")} <DateText value={next} />.{" "}
      <a href={`${path}?on=${next}`}>{t("Read the new text")}</a>
    </Note>
  ) : null;
  return (
    <Frame>
      <PageOfWords page={page} dated="since" notice={notice} />
    </Frame>
  );
}
