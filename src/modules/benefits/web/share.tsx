/** `/account/rebates/share`: a receipt that was shared from a phone's camera or gallery; its member says what it is claimed for. */
import { useEffect, useState } from "react";
import { redirect, useLocation, useNavigate } from "react-router";
import { useViewer } from "#client/viewer.ts";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/share";

const PATH = "/account/rebates/share";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Shared receipt"),
    description: t("What is this receipt for?"),
    path: PATH,
    noindex: true,
  }));

/** `?receipt=`: the one that was handed in; `?refused=`: why it was not; `?kept=`: this browser kept one without a connection. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { benefits } = await context.get(servicesContext).benefits.overview(member);
  const open = benefits.filter(({ kind, closed }) => kind === "claim" && !closed);
  const receipt = url.searchParams.get("receipt")?.slice(0, 60) ?? null;
  const [only] = open;
  if (receipt && only && open.length === 1) throw redirect(hrefOf(only.type, receipt));
  return {
    receipt,
    refused: url.searchParams.get("refused")?.slice(0, 40) ?? null,
    kept: url.searchParams.get("kept") === "yes",
    open: open.map(({ type, name, about }) => ({ type, name, about })),
  };
}

const hrefOf = (type: string, receipt: string) => `/account/rebates/${type}?receipt=${encodeURIComponent(receipt)}`;

export default function Share({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { receipt, refused, open } = loaderData;
  const taking = useTaking(loaderData.kept && !receipt);
  return (
    <>
      <Breadcrumb crumbs={[{ text: t("Rebates"), href: "/account/rebates" }, { text: t("Shared receipt") }]} />
      <div className="page-head">
        <div>
          <h1>{receipt ? t("What is this receipt for?") : t("Shared receipt")}</h1>
          {receipt && <p>{t("It's here, and we are reading it. Choose what you claim.")}</p>}
        </div>
      </div>
      {!receipt && taking === "busy" && (
        <p role="status">
          <i className="spinner" /> {t("Picking up the receipt you shared")}
        </p>
      )}
      {!receipt && taking === "failed" && (
        <ErrorState retryHref={`${PATH}?kept=yes`}>
          {t("The receipt you shared is kept on this device. We couldn't take it right now.")}
        </ErrorState>
      )}
      {!receipt && taking === "none" && (
        <Note kind={refused ? "bad" : "info"} live={refused !== null}>
          {refused === "type"
            ? t("That file isn't a photo or a PDF. Share a picture of the receipt.")
            : refused
              ? t("That file could not be taken. Add it to a claim by hand, or share it again later.")
              : t("Share a photo of a receipt with this app, and it shows up here.")}{" "}
          <a href="/account/rebates">{t("See your rebates")}</a>
        </Note>
      )}
      {receipt && open.length === 0 && (
        <Empty icon="receipt-text" level={2} title={t("No rebate is open right now")}>
          <a href="/account/rebates">{t("See when they open")}</a>
        </Empty>
      )}
      {receipt && open.length > 0 && (
        <ul className="card list-none p-0">
          {open.map(({ type, name, about }) => (
            <li key={type} className="border-t border-(--tp-rule) first:border-t-0">
              <a className="row between p-5" href={hrefOf(type, receipt)}>
                <span>
                  <b>{name[language]}</b>
                  <span className="small muted block">{about[language]}</span>
                </span>
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A receipt that was kept is handed in, and the page goes on as after a sharing with a connection. */
function useTaking(kept: boolean): "busy" | "failed" | "none" {
  const user_id = useViewer((viewer) => viewer.user?.user_id);
  const navigate = useNavigate();
  const [state, setState] = useState<"busy" | "failed" | "none">(kept ? "busy" : "none");
  useEffect(() => {
    if (!kept || !user_id) return;
    let left = false;
    const take = async () => {
      const { handInShared } = await import("#client/send-claims.ts");
      const taken = await handInShared(user_id);
      if (left) return;
      if (!taken) return setState("none");
      const asked = "refused" in taken ? "refused=kept" : `receipt=${encodeURIComponent(taken.receipt_id)}`;
      await navigate(`${PATH}?${asked}`, { replace: true });
      if ("done" in taken) await taken.done();
      setState("none");
    };
    take().catch(() => left || setState("failed"));
    return () => {
      left = true;
    };
  }, [kept, user_id, navigate]);
  return state;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
