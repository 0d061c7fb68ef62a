/** What the two contact pages share: their loader's data and their action. */
import { data, type RouterContextProvider, redirect } from "react-router";
import type { Member } from "#identity";
import { pageContext, servicesContext } from "#services";
import { HELP_REFUSALS, type HelpRefusal } from "../messages.ts";

type Context = Readonly<RouterContextProvider>;

export type Failures = { fields: Readonly<Record<string, string>>; general: string | null };
export type SentResult = { failures: Failures; values: Readonly<Record<string, string>> };

const NUMBER = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;
const FIELDS = ["topic", "email", "page", "body", "store", "order_number", "ordered_on", "amount"] as const;

export function contactData(context: Context, url: URL, member: Member | null) {
  const { help } = context.get(servicesContext);
  const sent = url.searchParams.get("sent");
  return {
    form: help.newForm(),
    answerDays: help.answerDays,
    email: member?.email ?? "",
    signedIn: Boolean(member?.email),
    about: url.searchParams.get("about") ?? "",
    store: (url.searchParams.get("store") ?? "").slice(0, 120),
    supportEmail: context.get(pageContext).brand.support_email,
    sent: sent && NUMBER.test(sent) ? sent : null,
  };
}
export type ContactData = ReturnType<typeof contactData>;

function wordsOf(language: "en" | "es", fault: { code: HelpRefusal; detail?: Record<string, string> }) {
  const row = HELP_REFUSALS[fault.code];
  const text = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => fault.detail?.[name] ?? "");
  return { field: row.field ?? null, text, status: row.status };
}

/** What is wrong, beside what was typed. */
export function resultOf(
  language: "en" | "es",
  given: readonly { code: HelpRefusal; detail?: Record<string, string> }[],
  values: SentResult["values"],
): { result: SentResult; status: number } {
  const faults = given.map((fault) => wordsOf(language, fault));
  const failures = {
    fields: Object.fromEntries(faults.flatMap(({ field, text: words }) => (field ? [[field, words]] : []))),
    general: faults.find(({ field }) => field === null)?.text ?? null,
  };
  return { result: { failures, values }, status: faults[0]?.status ?? 422 };
}

/** Sends the form and goes on to the same page with the number; else what is wrong, beside what was typed. */
export async function sendMessage(context: Context, request: Request, url: URL, member: Member | null) {
  const { brand, language, visit } = context.get(pageContext);
  const form = await request.formData();
  // A cut through a sign leaves half of it, which is no text.
  const text = (name: string, most = 300): string =>
    String(form.get(name) ?? "")
      .slice(0, most)
      .toWellFormed();
  const typed = {
    topic: text("topic"),
    // A member is answered at the address of their account: nobody else's.
    email: member?.email ?? text("email"),
    page: text("page", 2_000),
    body: text("body", 20_000),
    store: text("store", 120),
    order_number: text("order_number", 80),
    ordered_on: text("ordered_on", 10),
    amount: text("amount", 20),
  };
  const outcome = await context.get(servicesContext).help.send(
    {
      user_id: member?.user_id ?? null,
      name: member?.name ?? "",
      is_verified: member?.is_verified ?? false,
      brand,
      language,
      address: visit.address,
    },
    { form: text("form"), files: form.getAll("file_id").map(String), typed },
  );
  if (outcome.ok) {
    const to = new URL(url);
    to.searchParams.delete("about");
    to.searchParams.delete("store");
    to.searchParams.set("sent", outcome.number);
    throw redirect(to.pathname + to.search, 303);
  }
  const { result, status } = resultOf(
    language,
    outcome.faults,
    Object.fromEntries(FIELDS.map((name) => [name, typed[name]])),
  );
  return data(result, status);
}
