/** `/rebates/status`: how a claim stands, by its number and address; a member's own claims, whole. */
import { useEffect } from "react";
import { data, Form, useNavigation, useRevalidator } from "react-router";
import { refreshSummary } from "#client/summary.ts";
import type { InWords } from "#platform/describer";
import { pageContext, servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Receipt } from "#ui/receipt.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { StatusFields } from "#ui/status-fields.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { BENEFIT_WORDS } from "../benefit-words.ts";
import type { ClaimPage, ClaimRow } from "../benefits.types.ts";
import type { Route } from "./+types/status";
import { ClaimStamp } from "./claim-stamp.tsx";
import { ClaimView } from "./claim-view.tsx";
import { countedMinor } from "./claim-words.ts";
import { ClaimsTable } from "./claims-table.tsx";

const PATH = "/rebates/status";
/** How often a claim that is being read is looked at again. */
const ASK_MS = 2_000;

type Names = Readonly<Record<keyof typeof BENEFIT_WORDS, InWords>>;
type Own = { rows: readonly ClaimRow[]; next: string | null };

export const handle = personalPage({
  spanish: () => [import("./es.json"), import("../../../site/app/es.json")],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("How your claim stands"),
    description: t("Check on a rebate claim by its number and the email address of your account."),
    path: PATH,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { member } = context.get(pageContext);
  const { benefits } = context.get(servicesContext);
  const names = Object.fromEntries(Object.entries(BENEFIT_WORDS).map(([type, { name }]) => [type, name])) as Names;
  const asked = url.searchParams.get("claim");
  if (asked !== null) {
    const { user_id } = await requireMember(context, url);
    const claim = await benefits.claim(user_id, asked.slice(0, 60));
    if (!claim) throw new Response("You don't have such a claim.", { status: 404 });
    return { names, claim, own: null };
  }
  const before = url.searchParams.get("before");
  return { names, claim: null, own: member ? await benefits.claims(member.user_id, before) : null };
}

/** The form of those who are not signed in. What is told says nothing that its mail did not say. */
export async function action({ context, request }: Route.ActionArgs) {
  const { visit } = context.get(pageContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  const typed = { reference: text("reference"), email: text("email") };
  const outcome = await context.get(servicesContext).benefits.status({ ...typed, address: visit.address });
  if (outcome.ok) return data({ typed, found: outcome.value, fault: null });
  return data({ typed, found: null, fault: outcome.code }, outcome.code === "too_many" ? 429 : 404);
}

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  const { claim, own, names } = loaderData;
  return (
    <Frame current="rebates">
      <div className="wrap section-tight">
        {claim ? (
          <OneClaim claim={claim} name={names[claim.type]} />
        ) : own ? (
          <OwnClaims own={own} names={names} />
        ) : (
          <AskForm result={actionData} names={names} />
        )}
      </div>
    </Frame>
  );
}

function OneClaim({ claim, name }: { claim: ClaimPage; name: InWords }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const reading = claim.state === "reading";
  useEffect(() => {
    if (!reading) return void refreshSummary();
    const timer = setInterval(() => void revalidate(), ASK_MS);
    return () => clearInterval(timer);
  }, [reading, revalidate]);
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: t("Rebates"), href: "/account/rebates" },
          { text: t("Your claims"), href: PATH },
          { text: t("Claim {{reference}}", { reference: claim.reference }) },
        ]}
      />
      <ClaimView claim={claim} name={name} />
    </>
  );
}

function OwnClaims({ own, names }: { own: Own; names: Names }) {
  const t = useText();
  return (
    <>
      <Breadcrumb crumbs={[{ text: t("Rebates"), href: "/account/rebates" }, { text: t("Your claims") }]} />
      <div className="page-head">
        <div>
          <h1>{t("Your claims")}</h1>
          <p>{t("Each with what happened to it, and what you can still do.")}</p>
        </div>
      </div>
      {own.rows.length > 0 ? (
        <ClaimsTable claims={own.rows} names={names} />
      ) : (
        <Empty
          icon="receipt-text"
          title={t("No claims yet")}
          action={<ButtonLink href="/account/rebates">{t("See your rebates")}</ButtonLink>}
        />
      )}
      {own.next && (
        <p className="mt-5">
          <ButtonLink href={`${PATH}?before=${encodeURIComponent(own.next)}`}>{t("Older claims")}</ButtonLink>
        </p>
      )}
    </>
  );
}

function AskForm({ result, names }: { result: Route.ComponentProps["actionData"]; names: Names }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  return (
    <div className="wrap-narrow">
      <h1>{t("How your claim stands")}</h1>
      <p className="lead mt-3">
        {t("Enter the number of the claim and the email address of your account. Both are in the email we sent you.")}
      </p>
      <p className="small muted mt-2">
        <a href="/login">{t("Log in")}</a> {t("to see all of your claims, and to answer or appeal.")}
      </p>
      {result?.found && <Found claim={result.found} names={names} />}
      <Form method="post" className="mt-6 grid max-w-[26rem] [--gap:1.125rem]" noValidate>
        {result?.fault && (
          <Note kind="bad" live>
            {result.fault === "too_many"
              ? t("That was too many tries. Try again in an hour.")
              : t("We can't find a claim with these details.")}
          </Note>
        )}
        <StatusFields
          label={t("Number of the claim")}
          name="reference"
          number={result?.typed.reference}
          email={result?.typed.email}
          busy={busy}
          primary
        />
      </Form>
    </div>
  );
}

function Found({ claim, names }: { claim: ClaimRow; names: Names }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  return (
    <Receipt
      className="mt-6 max-w-[26rem]"
      title={names[claim.type][language]}
      meta={[t("Claim {{reference}}", { reference: claim.reference }), dateWords(claim.sent_at, "slip")]}
      lines={[
        ...(claim.answer_by ? [{ term: t("We answer by"), value: dateWords(claim.answer_by) }] : []),
        { term: t("You get back"), value: formatMoney(countedMinor(claim)), tone: "back" as const, total: true },
      ]}
    >
      {claim.reason && <p className="small muted mt-3">{claim.reason[language]}</p>}
      <p className="mt-6 mb-1 text-center" role="status">
        <ClaimStamp state={claim.state} big />
      </p>
    </Receipt>
  );
}

export function ErrorBoundary() {
  return (
    <Frame current="rebates">
      <div className="wrap py-10">
        <ErrorState retryHref={PATH} />
      </div>
    </Frame>
  );
}
