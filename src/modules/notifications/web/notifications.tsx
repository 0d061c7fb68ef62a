/** `/account/notifications`: what a member was told, newest first, and where they want to be told of what. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { call } from "#client/call.ts";
import { tellTabs } from "#client/notices.ts";
import { changeViewer } from "#client/viewer.ts";
import type { Notice } from "#notifications";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Tag } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { WithoutScript } from "#ui/without-script.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/notifications";
import { ChannelTable } from "./channel-table.tsx";
import { PushSetting } from "./push-setting.tsx";
import { TextSetting } from "./text-setting.tsx";
import { WhenSetting } from "./when-setting.tsx";

const PATH = "/account/notifications";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Notifications"),
    description: t("What happened, newest first, and where you want to hear about it."),
    path: PATH,
    noindex: true,
  }));

/** `?before=`: the notice after which the page begins. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { notifications, coins } = context.get(servicesContext);
  const { language, brand } = context.get(pageContext);
  const before = url.searchParams.get("before");
  const [page, lists, when, devices, texts, phone] = await Promise.all([
    notifications.notices.list(member.user_id, before),
    notifications.lists(member.user_id),
    notifications.when(member.user_id),
    notifications.pushes.devices(member.user_id),
    notifications.consents.view({ ...member, language }),
    coins.phone(member.user_id),
  ]);
  const { key, phones, iphones } = notifications.pushes;
  return {
    ...page,
    ...{ lists, when, texts, first: before === null },
    push: { key, phones, iphones, devices },
    confirmed: phone.confirmed?.last4 ?? null,
    zone: brand.zone,
  };
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { notices, older, lists, first, when, push, texts, confirmed, zone } = loaderData;
  const until = notices.find(({ is_new }) => is_new)?.at;
  // Seen is read. What is new keeps its mark for as long as this page stays.
  useEffect(() => {
    if (!until) return;
    call<{ unread: number }>("/api/account/notifications/read", { json: { until } }).then(
      ({ unread }) => {
        changeViewer({ unread });
        tellTabs();
      },
      () => undefined,
    );
  }, [until]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Notifications")}</h1>
          <p>{t("What happened, newest first, and where you want to hear about it.")}</p>
        </div>
        <ButtonLink href="#choices" look="quiet">
          <Icon name="settings" />
          {t("Choose what and where")}
        </ButtonLink>
      </div>
      <WithoutScript />
      {notices.length === 0 ? (
        <Empty icon="bell" level={2} title={first ? t("Nothing yet") : t("Nothing older")}>
          {t("When a store reports a purchase, money becomes yours or something needs you, it shows up here.")}
        </Empty>
      ) : (
        <ol className="notices card" aria-label={t("Notifications")}>
          {notices.map((notice) => (
            <Row key={notice.id} notice={notice} />
          ))}
        </ol>
      )}
      <div className="row mt-4">
        {!first && <ButtonLink href={PATH}>{t("Newest ones")}</ButtonLink>}
        {older && <ButtonLink href={`${PATH}?before=${older}`}>{t("Older ones")}</ButtonLink>}
      </div>
      <div className="mt-10 grid max-w-[46rem] [--gap:1.25rem]">
        <ChannelTable lists={lists} hasTexts={texts.given !== null} />
        <PushSetting push={push} />
        <WhenSetting kept={when} fallback={zone} />
        <TextSetting key={texts.given?.at ?? "none"} texts={texts} confirmed={confirmed} />
      </div>
    </>
  );
}

const ICONS: Record<Notice["list"], IconName> = {
  account: "shield-check",
  money: "coins",
  alerts: "trending-down",
  news: "sparkles",
};

function Row({ notice }: { notice: Notice }) {
  const t = useText();
  const language = useLanguage();
  const title = notice.title[language];
  return (
    <li className={notice.is_new ? "is-new" : undefined}>
      <Icon name={ICONS[notice.list]} />
      <div>
        <h2>
          {notice.href ? <a href={notice.href}>{title}</a> : title} {notice.is_new && <Tag tone="info">{t("New")}</Tag>}
        </h2>
        <p className="small muted">{notice.body[language]}</p>
      </div>
      <span className="xs faint">
        <DateText value={notice.at} style="datetime" />
      </span>
    </li>
  );
}

export function ErrorBoundary() {
  const { pathname, search } = useLocation();
  return <ErrorState retryHref={pathname + search} />;
}
