/** `/console/preview/{id}`: an edition as its readers would see it before it stands, or a legal text as members agreed to it. */
import { data } from "react-router";
import { servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { requireOperator } from "../../../operator/guard.ts";
import type { Route } from "./+types/preview";
import { PageOfWords } from "./page.tsx";

export const handle = operatorPage();

export async function loader(args: Route.LoaderArgs) {
  const { agreements, content, editions, partners } = args.context.get(servicesContext);
  const language = args.url.searchParams.get("in") === "es" ? ("es" as const) : ("en" as const);
  const version = await agreements.version(args.params.id);
  requireOperator(args, version ? "members.see" : "content.see");
  if (version)
    return {
      page: { title: version.title, date: version.holds_since, ...version.page },
      ...{ language: version.language, id: args.params.id, what: "legal version" as const, legal: true },
    };
  const row = await editions.find(args.params.id);
  if (!row) throw data("not_here", { status: 404 });
  // With the names and figures of whose text it is.
  const page = content.previewEdition(row, { brand: partners.named(row.partner), language });
  return { page, language, id: args.params.id, what: "edition" as const, legal: row.kind === "legal" };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.page.title ?? ""} · the console's look` },
  { name: "robots", content: "noindex" },
];

export default function Preview({ loaderData: { page, language, id, what, legal } }: Route.ComponentProps) {
  return (
    <Frame>
      <p className="wrap small muted mt-4">
        {what === "edition" ? "A look at an edition" : "As members agreed to it"} in{" "}
        {language === "en" ? "English" : "Spanish"}.{" "}
        {what === "edition" && (
          <>
            <a href={`/console/preview/${id}${language === "en" ? "?in=es" : ""}`}>
              {language === "en" ? "Spanish" : "English"}
            </a>{" "}
            ·{" "}
          </>
        )}
        <a href={`/console/o/${encodeURIComponent(what)}/${id}`}>Back to the console</a>
      </p>
      <div lang={language}>
        <PageOfWords page={page} dated={legal ? "since" : "changed"} />
      </div>
    </Frame>
  );
}
