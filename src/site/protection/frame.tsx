/** Head and tabs of the six pages of protection. */
import { Outlet, useLocation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { memberPage } from "#ui/page.ts";
import { Tabs } from "#ui/tabs.tsx";
import { useText } from "#ui/text.tsx";
import { WithoutScript } from "#ui/without-script.tsx";
import type { Route } from "./+types/frame";

export const handle = memberPage({ spanish: () => [import("./es.json")] });

/** Each page inside has the login guard of its own, as in the account's frame. */
export async function loader({ context }: Route.LoaderArgs) {
  const { member } = context.get(pageContext);
  if (!member) return null;
  const { protection, shipments } = context.get(servicesContext);
  const [drops, parcels] = await Promise.all([
    protection.countDrops(member.user_id),
    shipments.countOpen(member.user_id),
  ]);
  return { drops, parcels };
}

const DROPS = (n: number) => (n === 1 ? "{{n}} drop" : "{{n}} drops");

export default function ProtectionFrame({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { pathname } = useLocation();
  if (!loaderData) return null;
  const { drops, parcels } = loaderData;
  const tabs = [
    { page: "accounts", text: t("Linked accounts"), count: 0, words: DROPS },
    { page: "shipping", text: t("Shipping"), count: 0, words: DROPS },
    { page: "price", text: t("Price"), count: drops.price, words: DROPS },
    { page: "hotel", text: t("Hotel"), count: drops.hotel, words: DROPS },
    { page: "carrental", text: t("Car rental"), count: drops.car, words: DROPS },
    { page: "package", text: t("Packages"), count: parcels, words: () => "{{n}} to look at" },
  ];
  return (
    <>
      <h1>{t("Protection")}</h1>
      <p className="lead mt-2">{t("What we watch for you, and what you can claim if something goes wrong.")}</p>
      <WithoutScript />
      <div className="mt-6 mb-7">
        <Tabs
          label={t("Protection")}
          tabs={tabs.map(({ page, text, count, words }) => ({
            href: `/account/protection/${page}`,
            current: pathname === `/account/protection/${page}`,
            text:
              count === 0 ? (
                text
              ) : (
                <>
                  {text} <span className="tag">{t(words(count), { n: String(count) })}</span>
                </>
              ),
          }))}
        />
      </div>
      <Outlet />
    </>
  );
}
