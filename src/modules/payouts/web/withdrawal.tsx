import { useEffect } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { refreshSummary } from "#client/summary.ts";
import type { Method, WithdrawalEntry, WithdrawalPage } from "#payouts";
import { pageContext, servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type Translate, translator, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { PAYOUT_REFUSALS, type PayoutRefusal } from "../messages.ts";
import type { Route } from "./+types/withdrawal";
import { faultsOf, refusalText } from "./asked-amount.ts";
import { AskedSlip } from "./asked-slip.tsx";
import { EarlierPayouts } from "./earlier-payouts.tsx";
import { HeldPayouts } from "./held-payouts.tsx";
import { NothingToWithdraw } from "./nothing-to-withdraw.tsx";
import { cameBack } from "./payout-words.ts";
import { type Returned, type Typed, WithdrawalForm } from "./withdrawal-form.tsx";

const PATH = "/account/withdrawal";
const METHODS: readonly Method[] = ["paypal", "venmo", "gift_card"];

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Withdraw cash"),
    description: t("We add no fee, and we tell you the day it lands before you ask for it."),
    path: PATH,
    noindex: true,
  }));

/** `?done=wdr_…` shows what was just asked for. Every form has a key of its own, so that a doubled click asks once. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const page = await context.get(servicesContext).payouts.withdrawalPage(member.user_id);
  const done = page.earlier.find((entry) => entry.id === url.searchParams.get("done")) ?? null;
  return { page, done, has_password: member.has_password, request_key: globalThis.crypto.randomUUID() };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { language } = context.get(pageContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  // A second look is asked from beside the refusal, without the rest of the form.
  if (form.has("appeal")) {
    const words = String(form.get("words") ?? "");
    await context
      .get(servicesContext)
      .payouts.appeal({ user_id: member.user_id, id: text("appeal"), words: words.slice(0, 4_000) });
    throw redirect(`${PATH}#held`, 303);
  }
  const method = METHODS.find((known) => known === text("method")) ?? "paypal";
  const typed: Typed = {
    how: text("how") === "other" ? "other" : "everything",
    amount: text("amount"),
    method,
    email: text("email"),
    phone: text("phone"),
    card: text("card"),
    request_key: text("request_key"),
  };
  const shown = (code: PayoutRefusal, detail?: Record<string, string>) => ({
    field: PAYOUT_REFUSALS[code].field ?? null,
    text: refusalText(code, language, detail),
  });
  const faults = faultsOf(typed, member.has_password ? text("password") : null);
  if (faults.length > 0) return data<Returned>({ typed, faults: faults.map((code) => shown(code)) }, 422);
  const outcome = await context.get(servicesContext).payouts.request({
    user_id: member.user_id,
    request_key: typed.request_key || globalThis.crypto.randomUUID(),
    method,
    amount: typed.how === "everything" ? "everything" : typed.amount,
    destination: { paypal: typed.email, venmo: typed.phone, gift_card: typed.card }[method],
    password: text("password"),
    session: member,
  });
  if (outcome.ok) throw redirect(`${PATH}?done=${outcome.value.id}`, 303);
  const returned: Returned = { typed, faults: [shown(outcome.code, outcome.detail)] };
  return data(returned, PAYOUT_REFUSALS[outcome.code].status);
}

/** A refusal that a person looks at stands below the form at once. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === PAYOUT_REFUSALS.receiver_taken.status;

/** When the server cannot be reached, the form stays as it is and says so; its key makes sure that it is paid once. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Returned> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const t = translator(document.documentElement.lang === "es" ? "es" : "en");
    const text = t("We're sorry, but we are having technical difficulties, please try again in an hour");
    return { typed: null, faults: [{ field: null, text }] };
  }
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const { page, done, has_password, request_key } = loaderData;
  const asked = done?.id;
  // What was set aside is no longer available: the header's figure follows.
  useEffect(() => {
    if (asked) void refreshSummary();
  }, [asked]);
  return (
    <>
      <Head page={page} done={done} />
      {done ? (
        <AskedSlip entry={done} path={PATH} more={enough(page)} />
      ) : enough(page) ? (
        <WithdrawalForm page={page} hasPassword={has_password} requestKey={request_key} returned={actionData ?? null} />
      ) : (
        <NothingToWithdraw page={page} />
      )}
      <HeldPayouts held={page.held} />
      {page.earlier.length > 0 && <EarlierPayouts page={page} fresh={done?.id ?? null} />}
    </>
  );
}

const enough = (page: WithdrawalPage): boolean => BigInt(page.available_minor) >= BigInt(page.minimum_minor);

function Head({ page, done }: { page: WithdrawalPage; done: WithdrawalEntry | null }) {
  const t = useText();
  const words = done ? doneWords(done, t) : null;
  return (
    <div className="page-head">
      <div>
        <h1>{words ? words.title : t("Withdraw cash")}</h1>
        <p>
          {words
            ? words.lead
            : enough(page)
              ? t(
                  "{{amount}} is confirmed and yours. We add no fee, and we tell you the day it lands before you ask for it.",
                  {
                    amount: formatMoney(page.available_minor),
                  },
                )
              : t("We add no fee, and we tell you the day it lands before you ask for it.")}
        </p>
      </div>
    </div>
  );
}

function doneWords(entry: WithdrawalEntry, t: Translate): { title: string; lead: string } {
  if (entry.state === "fulfilled") return { title: t("It reached you"), lead: t("This withdrawal is complete.") };
  if (cameBack(entry.state))
    return { title: t("It came back"), lead: t("The amount is back in your passbook. Nothing was lost.") };
  return { title: t("It's on its way"), lead: t("We've got it and emailed you. Follow it below.") };
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
