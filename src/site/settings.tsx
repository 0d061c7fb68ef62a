/** `/account/pss`: everything about an account's safety and privacy on one page, each part from its own module. */
import { data, useRevalidator } from "react-router";
import { pageContext, servicesContext } from "#services";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { WithoutScript } from "#ui/without-script.tsx";
import { PrivacyChoices } from "../modules/attribution/web/privacy-choices.tsx";
import { changeAlerts } from "../modules/catalog/web/alerts/change-alerts.ts";
import { PriceAlerts } from "../modules/catalog/web/alerts/price-alerts.tsx";
import { DataSetting } from "../modules/identity/web/settings/data-setting.tsx";
import { LinkedAccounts } from "../modules/identity/web/settings/linked-accounts.tsx";
import { LooksSetting } from "../modules/identity/web/settings/looks-setting.tsx";
import { PasswordSetting } from "../modules/identity/web/settings/password-setting.tsx";
import { SafetyLog } from "../modules/identity/web/settings/safety-log.tsx";
import { SecondStepSetting } from "../modules/identity/web/settings/second-step-setting.tsx";
import { SessionsSetting } from "../modules/identity/web/settings/sessions-setting.tsx";
import type { Route } from "./+types/settings";
import { requireMember } from "./member-guard.ts";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({
  spanish: () => [
    import("../modules/attribution/web/es.json"),
    import("../modules/catalog/web/alerts/es.json"),
    import("../modules/identity/web/auth/es.json"),
    import("../modules/identity/web/settings/es.json"),
    import("./es.json"),
  ],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Settings"),
    description: t("Password, devices, privacy and your data."),
    path: "/account/pss",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { language } = context.get(pageContext);
  const { catalog, identity } = context.get(servicesContext);
  const [settings, alerts] = await Promise.all([
    identity.settings(member, language),
    catalog.priceAlerts(member.user_id),
  ]);
  return { has_password: member.has_password, alerts, ...settings };
}

/** The forms of awaited prices: everything else is a call of its module. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { catalog } = context.get(servicesContext);
  const form = await request.formData();
  const { answer, status } = await changeAlerts(catalog, member.user_id, form, context.get(pageContext).language);
  return data(answer, status);
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const refresh = () => void revalidate();
  const { has_password, looks_allowed, alerts, linked, factors, sessions, left, log } = loaderData;
  return (
    <>
      <h1>{t("Settings")}</h1>
      <p className="muted mt-1">{t("Password, devices, privacy and your data.")}</p>
      <WithoutScript />
      <div className="mt-6 grid max-w-[40rem] [--gap:1.25rem]">
        <PasswordSetting hasPassword={has_password} onChanged={refresh} />
        <SecondStepSetting factors={factors} hasPassword={has_password} onChanged={refresh} />
        <LinkedAccounts data={linked} onChanged={refresh} />
        <SessionsSetting sessions={sessions} onChanged={refresh} />
        <LooksSetting allowed={looks_allowed} onChanged={refresh} />
        <PriceAlerts alerts={alerts} answer={actionData} />
        <PrivacyChoices />
        <DataSetting hasPassword={has_password} left={left} />
        <SafetyLog lines={log} />
      </div>
    </>
  );
}
