import { useEffect } from "react";
import { data } from "react-router";
import { track } from "#client/track.ts";
import type { Caller } from "#landing";
import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/step";
import { FlowFrame } from "./flow-frame.tsx";
import { callerOf, cookieHeaders, type Failure, failureOf, flowOf, go } from "./flow-request.ts";
import { postAccount } from "./post-account.ts";
import { StepAccount } from "./step-account.tsx";
import { StepCheck, UnderAge } from "./step-check.tsx";
import { StepPayment } from "./step-payment.tsx";
import { StepQuestion } from "./step-question.tsx";
import { StepSpin } from "./step-spin.tsx";

export const handle = personalPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Spin for a bonus on top of your cash back"),
    description: t("Every slice wins, and every slice is drawn as wide as its odds. One spin each."),
    path: "/spl/spt/1",
    noindex: params.step !== "1",
  }));

const QUESTION_NAMES = ["frequency", "place", "use"] as const;

const NONE: readonly Failure[] = [];

function readStep(text: string | undefined): number {
  if (!/^[1-5]$/.test(text ?? "")) throw new Response("There is no such step.", { status: 404 });
  return Number(text);
}

/** A step opened before the earlier ones are done goes back to the first undone one; a reload loses nothing. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const step = readStep(params.step);
  const caller = callerOf(request, context);
  const landing = flowOf(context);
  const { flow, set_cookie } = await landing.open(caller);
  const own = flow.under_age ? 3 : step > flow.step ? flow.step : step === 4 && flow.step === 5 ? 5 : step;
  if (flow.joined) {
    const next = caller.member ? await landing.upsells.nextPage(caller.member.user_id) : "/spsummary";
    throw go(next, url, [set_cookie]);
  }
  if (own !== step) throw go(`/spl/spt/${own}`, url, [set_cookie]);
  const looking = step === 5 ? await lookAgain(landing, caller, url) : null;
  const asked = Number(url.searchParams.get("q"));
  const open = QUESTION_NAMES.findIndex((name) => flow.answers[name] === undefined) + 1;
  const question = asked >= 1 && asked <= (open || 3) ? asked : open || 1;
  const name = QUESTION_NAMES[question - 1] ?? "frequency";
  return data(
    {
      step,
      prizes: flow.prizes,
      prize: flow.prize,
      checks: flow.checks,
      under_age: flow.under_age,
      question,
      given: flow.answers[name] ?? null,
      terms: await landing.terms(caller),
      looking,
      settings: context.get(pageContext).payment,
    },
    { headers: cookieHeaders(set_cookie) },
  );
}

/**
 * `?look=`: the payment that was still on its way when its owner saw this page last. One that was refused since ends at
 * `/payment-error`; null when there is nothing to wait for.
 */
async function lookAgain(landing: ReturnType<typeof flowOf>, caller: Caller, url: URL): Promise<string | null> {
  const charge = url.searchParams.get("look") ?? "";
  if (!caller.member || charge === "") return null;
  const outcome = await landing.finish({ ...caller, member: caller.member }, charge.slice(0, 60));
  if (!outcome.ok) {
    if (outcome.code === "card_declined") throw go("/payment-error", url);
    return null;
  }
  if (outcome.value.state === "paid") throw go(outcome.value.next, url);
  return outcome.value.state === "processing" ? outcome.value.charge_id : null;
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const step = readStep(params.step);
  const caller = callerOf(request, context);
  const landing = flowOf(context);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 100);
  const here = `/spl/spt/${step}`;
  if (step === 4) {
    const { flow, set_cookie } = await landing.open(caller);
    // Registered already, in another tab or by a doubled click: the steps say where to go on.
    if (flow.step !== 4) throw go(`/spl/spt/${flow.step}`, url, [set_cookie]);
    return postAccount(request, context, url, form);
  }
  const question = Number(text("question"));
  const outcome =
    step === 1
      ? await landing.spin(caller)
      : step === 2
        ? await landing.answer(caller, { question, answer: text("skip") ? null : text("answer") })
        : await landing.check(caller, { month: text("month"), year: text("year"), country: text("country") });
  if (!outcome.ok) {
    // Not in its turn, or a visit that is gone or over: the steps say where to go on.
    if (["step_out_of_order", "flow_not_found", "flow_ended"].includes(outcome.code)) throw go(here, url);
    const { failure, status } = failureOf(context, outcome);
    // A country that is missing is found first; what is missing of the age is told with it, where it was asked.
    const birth =
      outcome.code === "country_missing" && form.has("month") ? landing.birthFault(text("month"), text("year")) : null;
    const also = birth && failureOf(context, { code: birth });
    return data({ kept: null, failures: [failure, ...(also ? [also.failure] : [])] }, status);
  }
  const flow = outcome.value;
  if (step === 1) throw go(here, url);
  if (step === 2) throw go(question < QUESTION_NAMES.length ? `${here}?q=${question + 1}` : "/spl/spt/3", url);
  throw go(flow.step > 3 ? "/spl/spt/4" : here, url);
}

export default function Step({ loaderData, actionData }: Route.ComponentProps) {
  const { step, prize, terms } = loaderData;
  useEffect(() => track("landing_step", { label: String(step) }), [step]);
  const failures = actionData?.failures ?? NONE;
  const failure = failures[0] ?? null;
  if (loaderData.under_age)
    return (
      <FlowFrame>
        <UnderAge />
      </FlowFrame>
    );
  return (
    <FlowFrame step={step}>
      {step === 1 && (
        <StepSpin prizes={loaderData.prizes} prize={prize} terms={terms} failure={failure?.text ?? null} />
      )}
      {step === 2 && (
        <StepQuestion
          key={loaderData.question}
          question={loaderData.question}
          given={loaderData.given}
          prize={prize}
          failure={failure?.text ?? null}
        />
      )}
      {step === 3 && (
        <StepCheck
          checks={loaderData.checks}
          prize={prize}
          year={Number(terms.today.slice(0, 4))}
          failures={failures}
        />
      )}
      {step === 4 && <StepAccount terms={terms} prize={prize} kept={actionData?.kept ?? null} failures={failures} />}
      {step === 5 && (
        <StepPayment terms={terms} prize={prize} settings={loaderData.settings} looking={loaderData.looking} />
      )}
    </FlowFrame>
  );
}
