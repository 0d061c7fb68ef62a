/**
 * Mailboxes at Gmail, by its own interface with the one leave that only reads (`gmail.readonly`). First the mails of the inbox since
 * a day, page by page; then its history. A history that Google has forgotten (404) begins anew.
 */
import type { Clock } from "#platform/clock";
import { type ListedMail, MailboxError, type OpenMailbox } from "../links/reader.ts";
import { type Ask, createAsk } from "./ask.ts";
import { type Grant, type GrantDeps, GrantError } from "./grant.types.ts";
import { createOauth } from "./oauth.ts";

const SCOPE = "https://www.googleapis.com/auth/gmail.readonly";
const PAGE = 50;
const AHEAD_SECONDS = 120;
/** So many pages of its history without a mail are looked at in one reading. */
const EMPTY_PAGES = 100;
/** So many mails are asked about at once. */
const ABREAST = 8;

type Page = { messages?: { id: string }[]; nextPageToken?: string };
type History = {
  history?: { id: string; messagesAdded?: { message: { id: string; labelIds?: string[] } }[] }[];
  nextPageToken?: string;
  historyId: string;
};
type Meta = { id: string; sizeEstimate?: number; payload?: { headers?: { name: string; value: string }[] } };
type Raw = { raw?: string; sizeEstimate?: number };

/** `scan`: the mails of before, of which so many of a page are done; `from` is the history that follows them. */
type Scan = { kind: "scan"; from: string; before: number; done: number; page: string };
/** `done`: so many of the first record behind `from`, which may tell of many mails. */
type Follow = { kind: "history"; from: string; done: number };
type Cursor = Scan | Follow;

const write = (cursor: Cursor): string =>
  cursor.kind === "scan"
    ? `scan ${cursor.from} ${cursor.before} ${cursor.done} ${cursor.page}`.trim()
    : `history ${cursor.from} ${cursor.done}`;

function read(text: string | null): Cursor | null {
  const [kind, from = "", before, done, page = ""] = (text ?? "").split(" ");
  if (!/^\d+$/.test(from)) return null;
  if (kind === "history") return { kind, from, done: Number(before ?? 0) };
  return kind === "scan" ? { kind, from, before: Number(before), done: Number(done), page } : null;
}

const fromOf = ({ payload }: Meta): string =>
  (payload?.headers ?? [])
    .filter(({ name }) => name.toLowerCase() === "from")
    .map(({ value }) => value)
    .join(", ");

type Wanted = { id: string; cursor: string };

function mailboxOf(ask: Ask, root: string, clock: Clock): Pick<OpenMailbox, "list" | "raw"> {
  const at = (path: string, query: Record<string, string> = {}): string =>
    `${root}/gmail/v1/users/me/${path}?${new URLSearchParams(query)}`;

  async function describe(wanted: readonly Wanted[]): Promise<ListedMail[]> {
    const mails: ListedMail[] = [];
    for (let place = 0; place < wanted.length; place += ABREAST) {
      const some = wanted.slice(place, place + ABREAST);
      const told = await Promise.all(
        some.map(({ id }) =>
          ask.json<Meta>(at(`messages/${encodeURIComponent(id)}`, { format: "metadata", metadataHeaders: "From" }), {
            gone: [404],
          }),
        ),
      );
      for (const [index, { id, cursor }] of some.entries()) {
        const meta = told[index];
        if (meta) mails.push({ id, cursor, size: meta.sizeEstimate ?? 0, from: fromOf(meta) });
      }
    }
    return mails;
  }

  async function begin(): Promise<Scan> {
    const told = await ask.json<{ historyId: string }>(at("profile"));
    // The end is fixed, so that few of the mails that come meanwhile move a page; their clock may be before ours.
    const before = Math.ceil(clock.now().getTime() / 1_000) + AHEAD_SECONDS;
    return { kind: "scan", from: told?.historyId ?? "0", before, done: 0, page: "" };
  }

  async function scan(cursor: Scan, since: Date) {
    const told = await ask.json<Page>(
      at("messages", {
        ...{ labelIds: "INBOX", maxResults: String(PAGE) },
        q: `after:${Math.floor(since.getTime() / 1_000)} before:${cursor.before}`,
        ...(cursor.page ? { pageToken: cursor.page } : {}),
      }),
      // A page's name is good for some days.
      { gone: cursor.page ? [400, 404] : [] },
    );
    if (!told) return null;
    const { messages = [], nextPageToken } = told;
    const wanted = messages
      .map(({ id }, index) => ({ id, cursor: write({ ...cursor, done: index + 1 }) }))
      .slice(cursor.done);
    const end: Cursor = nextPageToken
      ? { ...cursor, done: 0, page: nextPageToken }
      : { kind: "history", from: cursor.from, done: 0 };
    // Behind the last page is the history of what came meanwhile.
    return { mails: await describe(wanted), end: write(end), more: true };
  }

  /** The next page on which anything is: Google may answer with empty ones that lead on. */
  async function nextRecords({ from }: Follow): Promise<History | null> {
    const query = { startHistoryId: from, historyTypes: "messageAdded", labelId: "INBOX", maxResults: String(PAGE) };
    let page: Record<string, string> = {};
    for (let asked = 1; ; asked += 1) {
      const told = await ask.json<History>(at("history", { ...query, ...page }), { gone: [404] });
      if (!told?.nextPageToken || told.history?.length || asked === EMPTY_PAGES) return told;
      page = { pageToken: told.nextPageToken };
    }
  }

  async function follow(cursor: Follow) {
    const told = await nextRecords(cursor);
    if (!told) return null;
    const { history = [], nextPageToken, historyId } = told;
    let behind = cursor.from;
    const wanted = new Map<string, Wanted>();
    for (const [place, record] of history.entries()) {
      const added = (record.messagesAdded ?? []).filter(({ message }) => message.labelIds?.includes("INBOX") ?? true);
      for (const [index, { message }] of added.entries()) {
        const isDone = place === 0 && index < cursor.done;
        // Told of twice, it stands where it came first: behind it the others still follow.
        if (isDone || wanted.has(message.id)) continue;
        const isLast = index === added.length - 1;
        const done = isLast ? { from: record.id, done: 0 } : { from: behind, done: index + 1 };
        wanted.set(message.id, { id: message.id, cursor: write({ kind: "history", ...done }) });
      }
      behind = record.id;
    }
    const end: Cursor = { kind: "history", from: nextPageToken ? behind : historyId, done: 0 };
    return { mails: await describe([...wanted.values()]), end: write(end), more: nextPageToken !== undefined };
  }

  return {
    async list({ cursor, since }) {
      const known = read(cursor);
      const told = known && (await (known.kind === "history" ? follow(known) : scan(known, since)));
      if (told) return told;
      const first = await scan(await begin(), since);
      if (!first) throw new MailboxError("unreachable");
      // Who is told to begin anew again and again does so by the clock, and not at once.
      return known ? { ...first, more: false } : first;
    },
    async raw(id, most) {
      const told = await ask.json<Raw>(at(`messages/${encodeURIComponent(id)}`, { format: "raw" }), { gone: [404] });
      const text = told?.raw;
      if (text === undefined || text.length > most * 1.4) return null;
      const raw = Buffer.from(text, "base64url");
      return raw.length <= most ? raw : null;
    },
  };
}

export function createGmail({ settings, calls, clock }: GrantDeps): Grant {
  const root = settings.GMAIL_API_URL.replace(/\/$/, "");
  const oauth = createOauth({
    authorization_url: settings.GMAIL_AUTHORIZATION_URL,
    token_url: settings.GMAIL_TOKEN_URL,
    revocation_url: settings.GMAIL_REVOCATION_URL,
    client_id: settings.GMAIL_CLIENT_ID,
    client_secret: settings.GMAIL_CLIENT_SECRET,
    scope: SCOPE,
    // A key that stays is given once, and anew only where consent is asked for anew.
    parameters: { access_type: "offline", prompt: "consent select_account", include_granted_scopes: "false" },
  });
  return {
    name: "gmail",
    host: new URL(root).hostname,
    authorizationUrl: (journey, language) => oauth.authorizationUrl(journey, { hl: language }),
    async exchange(journey, params) {
      const { key, pass, scope } = await oauth.exchange(journey, params);
      // Google lets its people leave single things out.
      if (!scope.split(" ").includes(SCOPE)) throw new GrantError("short", "the leave to read was left out");
      if (!key) throw new GrantError("not_proven", "no key that stays was given");
      const told = await createAsk(calls, "gmail", pass).json<{ emailAddress?: string }>(
        `${root}/gmail/v1/users/me/profile`,
      );
      return { key, address: (told?.emailAddress ?? "").toLowerCase() };
    },
    async open(key) {
      const { pass, renewed } = await oauth.refresh(key);
      const ask = createAsk(calls, "gmail", pass);
      return { ...mailboxOf(ask, root, clock), close: async () => {}, ...(renewed ? { renewed } : {}) };
    },
    end: (key) => oauth.revoke(key),
  };
}
