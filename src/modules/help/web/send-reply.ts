/** What a conversation's page is sent: a reply, that it is solved, or whether it was. */
import { data, type RouterContextProvider, redirect } from "react-router";
import type { Member } from "#identity";
import { pageContext, servicesContext } from "#services";
import { resultOf, type SentResult } from "./send-message.ts";

/** The answer leads back to the same conversation, so that a reload sends nothing again. */
export async function sendReply(
  context: Readonly<RouterContextProvider>,
  request: Request,
  thread: string,
  member: Member,
) {
  const { brand, language } = context.get(pageContext);
  const { threads, verdicts } = context.get(servicesContext).help;
  const form = await request.formData();
  // A cut through a sign leaves half of it, which is no text.
  const words = String(form.get("body") ?? "")
    .slice(0, 20_000)
    .toWellFormed();
  const said = form.has("solved") ? "verdict" : form.has("settle") ? "settled" : "reply";
  const send = () => {
    if (said === "verdict") return verdicts.give({ user_id: member.user_id, thread }, form.get("solved") === "yes");
    if (said === "settled") return threads.settle(member.user_id, thread);
    return threads.reply(
      { user_id: member.user_id, supportEmail: brand.support_email },
      {
        ...{ thread, words, form: String(form.get("form") ?? "").slice(0, 100) },
        files: form.getAll("file_id").map(String),
      },
    );
  };
  const outcome = await send();
  if (outcome.ok) throw redirect(`/account/contact?thread=${encodeURIComponent(thread)}&said=${said}`, 303);
  const { result, status } = resultOf(language, [outcome], { body: words });
  return data<SentResult>(result, status);
}
