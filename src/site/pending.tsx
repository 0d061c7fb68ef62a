import { data } from "react-router";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta = ({ matches }: { matches: readonly unknown[] }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("This page is not open yet"),
    description: t(
      "It is part of the service and is being built. Stores, coupons, products and your passbook work today.",
    ),
    path: "/",
    noindex: true,
  }));

export async function loader() {
  return data(null, { status: 501 });
}

export default function Pending() {
  const t = useText();
  return (
    <Frame>
      <div className="wrap wrap-narrow section">
        <h1>{t("This page is not open yet")}</h1>
        <p className="lead" style={{ marginTop: "1rem" }}>
          {t("It is part of the service and is being built. Stores, coupons, products and your passbook work today.")}
        </p>
        <p style={{ marginTop: "2rem" }}>
          <a className="btn btn-primary" href="/stores">
            {t("Browse stores")}
          </a>
        </p>
      </div>
    </Frame>
  );
}
