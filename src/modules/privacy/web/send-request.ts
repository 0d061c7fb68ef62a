/** What `/ccpa-privacy-rights` knows of its reader, and what its two forms do: ask, and look how a request stands. */
import { data, type RouterContextProvider, redirect } from "react-router";
import type { Member } from "#identity";
import { pageContext, servicesContext } from "#services";
import { PRIVACY_REFUSALS, type PrivacyRefusal } from "../messages.ts";
import { RIGHTS } from "../privacy.types.ts";

type Context = Readonly<RouterContextProvider>;
const PATH = "/ccpa-privacy-rights";
const NUMBER = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;

const readReference = (url: URL): string => {
  const given = url.searchParams.get("ref") ?? "";
  return NUMBER.test(given) ? given : "";
};

/** `own` in one service call: everything else of the page is its words. */
export async function requestData(context: Context, url: URL, member: Member | null) {
  const { privacy } = context.get(servicesContext);
  const own = member ? await privacy.ofMember(member.user_id) : [];
  const sent = url.searchParams.get("sent") ?? "";
  return {
    /** Null where an address has to be proven. */
    email: member?.is_verified ? member.email : null,
    typed_email: member?.email ?? "",
    hasPassword: member?.has_password ?? false,
    right: RIGHTS.find((right) => right === url.searchParams.get("right")) ?? null,
    answer_by: privacy.answerBy(),
    own,
    /** Of an agent; it leads nowhere. */
    reference: readReference(url),
    sent:
      sent === "mail" || (sent === "agent" && readReference(url) !== "") || sent === "done" || NUMBER.test(sent)
        ? sent
        : null,
  };
}
export type RequestData = Awaited<ReturnType<typeof requestData>>;

type Failures = { fields: Record<string, string>; general: string | null };
const noFailures: Failures = { fields: {}, general: null };

function failuresOf(
  language: "en" | "es",
  { code, detail }: { code: PrivacyRefusal; detail?: Record<string, string> },
): { failures: Failures; status: number } {
  const row = PRIVACY_REFUSALS[code];
  const text = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => detail?.[name] ?? "");
  const failures = row.field ? { fields: { [row.field]: text }, general: null } : { fields: {}, general: text };
  return { failures, status: row.status };
}

async function readForm(request: Request) {
  const form = await request.formData();
  // A cut through a sign leaves half of it, which is no text.
  return (name: string, most = 300): string =>
    String(form.get(name) ?? "")
      .slice(0, most)
      .toWellFormed();
}

async function see(context: Context, text: (name: string) => string) {
  const { language, visit } = context.get(pageContext);
  const values = { number: text("number"), email: text("email") };
  const outcome = await context.get(servicesContext).privacy.status({ ...values, address: visit.address });
  if (outcome.ok) return data({ intent: "status" as const, values, found: outcome.value, failures: noFailures });
  const { failures, status } = failuresOf(language, outcome);
  return data({ intent: "status" as const, values, found: null, failures }, status);
}

/** Sends the form and goes on to the same page with what became of it; else what is wrong, beside what was typed. */
export async function sendRequest(context: Context, request: Request, url: URL, member: Member | null) {
  const { brand, language, visit } = context.get(pageContext);
  const text = await readForm(request);
  if (text("intent") === "status") return see(context, text);
  const isOther = text("for_other", 10) !== "";
  const agent = { name: text("agent_name"), email: text("agent_email"), permission: text("permission", 20) };
  const email = text(isOther ? "their_email" : "email");
  const values = { right: text("right", 20), email, words: text("words", 20_000), agent: isOther ? agent : null };
  const outcome = await context.get(servicesContext).privacy.ask({
    ...{ member, brand, language, address: visit.address },
    header: (name) => request.headers.get(name),
    typed: { ...values, password: text("password", 1_000) },
  });
  if (!outcome.ok) {
    const { failures, status } = failuresOf(language, outcome);
    if (isOther && failures.fields.email) failures.fields = { their_email: failures.fields.email };
    return data({ intent: "ask" as const, values, found: null, failures }, status);
  }
  const { step, number, cookies } = outcome.value;
  const to = new URL(url);
  to.searchParams.delete("right");
  to.searchParams.set("sent", step === "agent" ? step : (number ?? step));
  if (step === "agent" && number) to.searchParams.set("ref", number);
  else to.searchParams.delete("ref");
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  throw redirect(`${PATH}${to.search}#request`, { status: 303, headers });
}
