/**
 * Mailboxes at Outlook, Hotmail and Microsoft 365, by Microsoft Graph with leaves that only read (`Mail.Read`, and `User.Read` for
 * the address). The inbox's own list of what came (`delta`) leads on from link to link; one that was forgotten (410) begins anew.
 */
import { MailboxError, type OpenMailbox } from "../links/reader.ts";
import { type Ask, createAsk } from "./ask.ts";
import { type Grant, type GrantDeps, GrantError } from "./grant.types.ts";
import { createOauth } from "./oauth.ts";

const SCOPES = ["offline_access", "User.Read", "Mail.Read"];
const PAGE = 50;

type Message = { id: string; from?: { emailAddress?: { address?: string } }; "@removed"?: object };
type Page = { value?: Message[]; "@odata.nextLink"?: string; "@odata.deltaLink"?: string };

/** Behind so many mails of the page at `url`. */
type Cursor = { done: number; url: string };
const write = ({ done, url }: Cursor): string => `${done} ${url}`;
/** A link is followed only to where it came from. */
function read(text: string | null, root: string): Cursor | null {
  const [, done = "", url = ""] = /^(\d{1,6}) (\S+)$/.exec(text ?? "") ?? [];
  return url.startsWith(`${root}/v1.0/`) ? { done: Number(done), url } : null;
}

function mailboxOf(ask: Ask, root: string): Pick<OpenMailbox, "list" | "raw"> {
  const first = (since: Date): Cursor => {
    const query = new URLSearchParams({
      ...{ changeType: "created", $select: "from,receivedDateTime" },
      $filter: `receivedDateTime ge ${since.toISOString().replace(/\.\d+Z$/, "Z")}`,
    });
    // OData knows a space by its number alone.
    const text = query.toString().replaceAll("+", "%20");
    return { done: 0, url: `${root}/v1.0/me/mailFolders/inbox/messages/delta?${text}` };
  };
  const pageOf = ({ url }: Cursor) =>
    ask.json<Page>(url, { gone: [404, 410], headers: { prefer: `odata.maxpagesize=${PAGE}` } });
  return {
    async list({ cursor, since }) {
      let at = read(cursor, root) ?? first(since);
      let page = await pageOf(at);
      const restarted = page === null;
      if (restarted) {
        at = first(since);
        page = await pageOf(at);
      }
      const next = page?.["@odata.nextLink"];
      const end = next ?? page?.["@odata.deltaLink"];
      if (!page || !end || !read(`0 ${end}`, root)) throw new MailboxError("unreachable");
      // Who is told to begin anew again and again does so by the clock, and not at once.
      const mails = (page.value ?? [])
        .map((message, index) => ({ ...message, cursor: write({ ...at, done: index + 1 }) }))
        .slice(at.done)
        .filter((message) => !message["@removed"])
        .map(({ id, from, cursor: behind }) => ({
          ...{ id, cursor: behind, size: 0, from: from?.emailAddress?.address ?? "" },
        }));
      return { mails, end: write({ done: 0, url: end }), more: next !== undefined && !restarted };
    },
    raw: (id, most) => ask.bytes(`${root}/v1.0/me/messages/${encodeURIComponent(id)}/$value`, most),
  };
}

export function createGraph({ settings, calls }: GrantDeps): Grant {
  const root = settings.MICROSOFT_GRAPH_URL.replace(/\/$/, "");
  const oauth = createOauth({
    authorization_url: settings.MICROSOFT_AUTHORIZATION_URL,
    token_url: settings.MICROSOFT_TOKEN_URL,
    client_id: settings.MICROSOFT_CLIENT_ID,
    client_secret: settings.MICROSOFT_CLIENT_SECRET,
    scope: SCOPES.join(" "),
    parameters: { prompt: "select_account", response_mode: "query" },
  });
  return {
    name: "microsoft",
    host: new URL(root).hostname,
    authorizationUrl: (journey, language) => oauth.authorizationUrl(journey, { ui_locales: language }),
    async exchange(journey, params) {
      const { key, pass, scope } = await oauth.exchange(journey, params);
      // Named with or without the resource in front.
      if (!scope.split(" ").some((one) => /(?:^|\/)mail\.read$/i.test(one)))
        throw new GrantError("short", "the leave to read was left out");
      if (!key) throw new GrantError("not_proven", "no key that stays was given");
      const told = await createAsk(calls, "microsoft", pass).json<{ mail?: string | null; userPrincipalName?: string }>(
        `${root}/v1.0/me?$select=mail,userPrincipalName`,
      );
      return { key, address: (told?.mail || told?.userPrincipalName || "").toLowerCase() };
    },
    async open(key) {
      const { pass, renewed } = await oauth.refresh(key);
      return {
        ...mailboxOf(createAsk(calls, "microsoft", pass), root),
        close: async () => {},
        ...(renewed ? { renewed } : {}),
      };
    },
    end: null,
  };
}
