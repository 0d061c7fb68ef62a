/** What the form of step 4 does: registers, signs in, and gives the visit to the new member. */
import { data } from "react-router";
import type { IdentityRefusal, SignedIn } from "#identity";
import { pageContext, servicesContext } from "#services";
import { type Context, callerOf, type Failure, failureOf, flowOf, go } from "./flow-request.ts";
import type { KeptForm } from "./step-account.tsx";

const TERMS = {
  en: "Please accept the Terms & Conditions",
  es: "Acepta los Términos y Condiciones",
} as const;
const SECOND_STEP = "/login?step=code";
const BACK_SECONDS = 3_600;
export const HERE = "/spl/spt/5";

const typed = (form: FormData, name: string, most: number) => String(form.get(name) ?? "").slice(0, most);

/** After signing in /login leads to the path in this cookie (SPEC §2). */
export const backLine = (publicUrl: string): string =>
  `auth_redirect_url=${encodeURIComponent(HERE)}; Path=/; Max-Age=${BACK_SECONDS}; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;

type Refuse = (failures: Failure[], status: number) => ReturnType<typeof data<Answer>>;
type Refusal = { code: IdentityRefusal; detail?: Record<string, string> };
/** In the order of the form; `failures` of one entry that names no field stand above it. */
type Answer = { kept: KeptForm; failures: Failure[] };

export async function postAccount(request: Request, context: Context, url: URL, form: FormData) {
  const { language, brand, visit, publicUrl } = context.get(pageContext);
  const { attribution, identity, landing } = context.get(servicesContext);
  if (form.get("intent") === "login") throw go("/login", url, [backLine(publicUrl)]);
  const kept: KeptForm = {
    name: typed(form, "name", 200),
    email: typed(form, "email", 300),
    phone: typed(form, "phone", 40),
    texts: form.get("texts") === "1",
  };
  const refuse: Refuse = (failures, status) => data<Answer>({ kept, failures }, { status });
  const password = typed(form, "password", 500);
  const account = { name: kept.name, email: kept.email, password, password_confirmation: password };
  const phone = landing.phoneFault(kept.phone);
  const failures: Failure[] = [
    ...identity.registrationFaults(account).map((code) => shownOf(landing.accountWords({ code }, language))),
    ...(phone ? [failureOf(context, { code: phone }).failure] : []),
    ...(form.get("terms") ? [] : [{ field: "terms", text: TERMS[language] }]),
  ];
  if (failures.length > 0) return refuse(failures, 422);
  const arrival = attribution.arrivalOf((name) => request.headers.get(name), brand.partner_name);
  const outcome = await identity.register({
    ...account,
    ...visit,
    language,
    ...arrival,
    reads_under: brand.partner_name,
  });
  if (!outcome.ok) return refuseAccount(context, url, outcome, refuse);
  await finish(request, context, outcome.value, kept);
  throw go(HERE, url, identity.cookieLines(outcome.value, request.headers.get("cookie")));
}

/** The visit is the member's from now on; should the browser close right here, the next page does the same. */
async function finish(request: Request, context: Context, signedIn: SignedIn, kept: KeptForm) {
  const { language } = context.get(pageContext);
  const { member } = signedIn;
  await flowOf(context).register(
    { ...callerOf(request, context), member },
    { phone: kept.phone, texts: kept.texts, language },
  );
}

function refuseAccount(context: Context, url: URL, refusal: Refusal, refuse: Refuse) {
  const { language, publicUrl } = context.get(pageContext);
  const { identity, landing } = context.get(servicesContext);
  if (refusal.code === "second_step")
    throw go(SECOND_STEP, url, [identity.stepLine(refusal.detail?.ticket ?? null), backLine(publicUrl)]);
  const words = landing.accountWords(refusal, language);
  return refuse([shownOf(words)], words.status);
}

/** The step has one password field, so both names of it are its own. */
const shownOf = ({ field, text }: Failure): Failure => ({
  field: field === "password_confirmation" ? "password" : field,
  text,
});
