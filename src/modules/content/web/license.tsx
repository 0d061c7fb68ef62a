/** `/license`: what of others' work runs here, and under which terms. */
import { servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/license";

export const handle = publicPage({ cache_seconds: 86_400, spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Licenses"),
    description: t("Open-source packages that we use, each with its version and license."),
    path: "/license",
  }));

export async function loader({ context }: Route.LoaderArgs) {
  const groups = new Map<string, string[]>();
  for (const { name, version, license } of context.get(servicesContext).content.licenses())
    groups.set(license, [...(groups.get(license) ?? []), `${name} ${version}`]);
  const byCount = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return { groups: byCount.map(([license, packages]) => ({ license, packages })) };
}

export default function License({ loaderData }: Route.ComponentProps) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap section-tight">
        <h1>{t("Licenses")}</h1>
        <p className="lead mt-3 max-w-[46rem]">
          {t("This service stands on the work of many people who share it. Thank you.")}
        </p>
        <p className="mt-3">
          <a href="/license.txt" data-document="">
            {t("All license texts in one file")}
          </a>
        </p>
        {loaderData.groups.map(({ license, packages }) => (
          <section key={license} className="mt-8" aria-label={license}>
            <h2 className="mb-3 text-xl">
              {license} <span className="small faint">{t("Packages: {{number}}", { number: packages.length })}</span>
            </h2>
            <ul className="small grid list-none gap-x-6 gap-y-1 p-0 sm:grid-cols-2 lg:grid-cols-3">
              {packages.map((name) => (
                <li key={name} className="min-w-0 break-words">
                  {name}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Frame>
  );
}
