import { useEffect } from "react";
import { data, Form, useLocation, useNavigation } from "react-router";
import { refreshSummary } from "#client/summary.ts";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { PAYOUT_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/gift-redeem";
import { refusalText } from "./asked-amount.ts";

const PATH = "/gift/redeem";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Redeem a gift code"),
    description: t("A code from us or from a partner becomes coins, once."),
    path: PATH,
    noindex: true,
  }));

type Answer = { code: string; error: string | null; got: { coins: string; worth_minor: string } | null };

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireMember(context, url);
  return null;
}

/** The code stands in the form only, never in an address. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const code = String((await request.formData()).get("code") ?? "").slice(0, 100);
  const outcome = await context.get(servicesContext).payouts.redeemCode({ user_id: member.user_id, code });
  if (outcome.ok) {
    const { coins, worth_minor } = outcome.value;
    const got = { coins: coins.toString(), worth_minor: worth_minor.toString() };
    return { code: "", error: null, got } satisfies Answer;
  }
  const error = refusalText(outcome.code, context.get(pageContext).language, outcome.detail);
  return data({ code, error, got: null } satisfies Answer, PAYOUT_REFUSALS[outcome.code].status);
}

export default function GiftRedeem({ actionData }: Route.ComponentProps) {
  const t = useText();
  const got = actionData?.got ?? null;
  useEffect(() => {
    if (got) void refreshSummary();
  }, [got]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Redeem a gift code")}</h1>
          <p>{t("A code from us or from a partner becomes coins, once.")}</p>
        </div>
      </div>
      {got ? <Got got={got} /> : <CodeForm answer={actionData ?? null} />}
    </>
  );
}

function Got({ got }: { got: NonNullable<Answer["got"]> }) {
  const t = useText();
  return (
    <div className="card grid max-w-[30rem] p-6 [--gap:1rem]" role="status">
      <h2 className="text-3xl">{t("{{coins}} coins", { coins: formatCount(got.coins) })}</h2>
      <p>{t("They're yours, worth {{amount}}.", { amount: formatMoney(got.worth_minor) })}</p>
      <p className="row row-wrap">
        <ButtonLink look="primary" href="/account/withdrawal-coin">
          {t("Swap coins")}
        </ButtonLink>
        <ButtonLink href="/account/coin/history">{t("Coin history")}</ButtonLink>
      </p>
    </div>
  );
}

function CodeForm({ answer }: { answer: Answer | null }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <Form method="post" className="card grid max-w-[30rem] p-6 [--gap:1rem]" noValidate>
      <Field
        label={t("Code")}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="7K3M-9QWT-2XHB-4DNR"
        defaultValue={answer?.code ?? ""}
        hint={t("16 letters and digits. Capitals, spaces and dashes don't matter.")}
        error={answer?.error ?? undefined}
      />
      <p>
        <Button type="submit" look="primary" busy={busy} busyText={t("Looking it up")}>
          {t("Redeem the code")}
        </Button>
      </p>
    </Form>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
