/** How a question to a network stands, in the words of the desk: pure. */
import type { InquiryView } from "#cashback";
import { networkName } from "#catalog";

/** Where a person has to do something. */
export const BACK_AT_DESK: ReadonlySet<string> = new Set(["incomplete", "declined", "failed"]);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** One line, without what only the page has room for. */
export function inquiryLine(inquiry: InquiryView): string {
  const name = networkName(inquiry.network);
  const as = inquiry.number ? ` ${inquiry.number}` : "";
  const why = inquiry.reason ? `: ${inquiry.reason}` : "";
  switch (inquiry.state) {
    case "waiting":
      return inquiry.tries === 0
        ? `On its way to ${name}`
        : `Not at ${name} yet, tried ${inquiry.tries === 1 ? "once" : `${inquiry.tries} times`}`;
    case "filed":
      return `At ${name} as${as}${inquiry.filed_at ? ` since ${dayOf(inquiry.filed_at)}` : ""}`;
    case "incomplete":
      return `${name} asks for more about inquiry${as}`;
    case "approved":
      return `${name} approved inquiry${as}: the order is to come by its reports`;
    case "declined":
      return `${name} declined inquiry${as}${why}`;
    case "failed":
      return `${name} was not asked or did not answer${why}`;
    case "arrived":
      return `The order came${as ? ` (${name} ${inquiry.number})` : ""}`;
    default:
      return "Withdrawn: its member left";
  }
}

/** By which way it was sent, its number there, how it stands, and when it is looked at again. */
export const inquiryFacts = (inquiry: InquiryView): Record<string, string | null> => ({
  "sent to the network": `by the interface of ${networkName(inquiry.network)}`,
  "number at the network": inquiry.number,
  "network's answer": inquiryLine(inquiry),
  "what its interface said": inquiry.fault,
  "filed at": inquiry.filed_at?.toISOString() ?? null,
  "looked at again": inquiry.next_at?.toISOString() ?? null,
});
