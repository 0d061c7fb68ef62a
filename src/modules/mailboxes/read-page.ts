/** What `/account/protection/accounts` shows. */
import { readAddress } from "./address-store.ts";
import type { MailboxesDeps } from "./context.ts";
import { mailId } from "./ids.ts";
import type { LinksPage } from "./links/links.types.ts";
import { countByWay, type MailRow, readFacts, readMails } from "./mail-store.ts";
import type { FactContent, MailFact } from "./mailboxes.types.ts";

export type ShownFact = {
  kind: FactContent["kind"];
  store: string;
  /** Number of the order, booking or parcel; null where there is none. */
  number: string | null;
  amount_minor: string | null;
  currency: string | null;
  day: string | null;
  things: number;
};
export type ShownMail = {
  mail_id: string;
  subject: string;
  sender: string;
  read_at: string;
  proof: MailRow["proof"];
  proof_why: string;
  why: string;
  facts: ShownFact[];
};
export type AccountsPage = {
  address: string;
  renewed_at: string | null;
  mails: number;
  facts: number;
  newest: string | null;
  codes: { mail_id: string; code: string; href: string | null; at: string }[];
  latest: ShownMail[];
  linking: LinksPage;
};

const SHOWN = 30;
const CODE_DAYS = 3;

const bare = (text: string | null): string | null => text?.slice(0, 10) ?? null;

function essence(content: FactContent): Omit<ShownFact, "kind" | "store"> {
  const none = { number: null, amount_minor: null, currency: null, day: null, things: 0 };
  const sum = (minor: bigint | null, currency: string) => ({ amount_minor: minor?.toString() ?? null, currency });
  switch (content.kind) {
    case "order":
      return {
        number: content.order_number,
        day: content.ordered_on,
        things: content.items.length,
        ...sum(content.total_minor, content.currency),
      };
    case "shipment":
      return {
        ...none,
        number: content.tracking_number ?? content.order_number,
        day: content.expected_by ?? content.shipped_on,
      };
    case "refund":
      return {
        ...none,
        number: content.order_number,
        day: content.refunded_on,
        ...sum(content.amount_minor, content.currency),
      };
    case "receipt":
      return { ...none, day: content.paid_on, ...sum(content.total_minor, content.currency) };
    case "stay":
      return {
        ...none,
        number: content.reservation_number,
        day: content.check_in,
        ...sum(content.total_minor, content.currency),
      };
    case "car":
      return {
        ...none,
        number: content.reservation_number,
        day: bare(content.pick_up_at),
        ...sum(content.total_minor, content.currency),
      };
  }
}
const showFact = ({ content, store }: MailFact): ShownFact => ({
  kind: content.kind,
  store: store.name,
  ...essence(content),
});

const showMail = (row: MailRow, facts: readonly MailFact[]): ShownMail => ({
  ...{
    mail_id: mailId.show(row.mail_id),
    subject: row.subject,
    sender: row.sender,
    read_at: row.read_at.toISOString(),
  },
  ...{ proof: row.proof, proof_why: row.proof_why, why: row.why },
  facts: facts.filter(({ mail_id }) => mail_id === row.mail_id).map(showFact),
});

export async function readAccountsPage(
  { database, clock }: Pick<MailboxesDeps, "database" | "clock">,
  userId: string,
  address: string,
): Promise<Omit<AccountsPage, "linking">> {
  const { db } = database;
  const [rows, ways, own] = await Promise.all([
    readMails(db, userId, SHOWN),
    countByWay(db, userId),
    readAddress(db, userId),
  ]);
  const facts = await readFacts(
    db,
    rows.filter(({ outcome }) => outcome === "facts").map(({ mail_id }) => mail_id),
  );
  const since = clock.now().getTime() - CODE_DAYS * 86_400_000;
  const newest = ways.flatMap((way) => way.newest ?? []).toSorted((a, b) => b.getTime() - a.getTime())[0];
  return {
    address,
    renewed_at: own?.created_at.toISOString() ?? null,
    mails: ways.reduce((sum, way) => sum + way.mails, 0),
    facts: ways.reduce((sum, way) => sum + way.facts, 0),
    newest: newest?.toISOString() ?? null,
    codes: rows.flatMap((row) =>
      row.code !== null && row.read_at.getTime() > since
        ? [{ mail_id: mailId.show(row.mail_id), code: row.code, href: row.code_href, at: row.read_at.toISOString() }]
        : [],
    ),
    latest: rows.filter(({ outcome }) => outcome !== "code").map((row) => showMail(row, facts)),
  };
}
