/** Gmail's history as it may come: empty pages, many mails in one record, one mail twice. And what of a mail is opened at all. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { OutgoingError, readJson, send } from "#platform/outgoing";
import { mailboxErrorOf } from "../grants/ask.ts";
import { createGmail } from "../grants/gmail.ts";
import type { GrantDeps } from "../grants/grant.types.ts";
import { isPersonal } from "../read-and-keep.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Told = { history?: object[]; nextPageToken?: string; historyId: string };
type Asked = { from: string; page: string };

/** A mailbox whose history is what `answer` says. */
async function openGmail(answer: (asked: Asked) => Told) {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://gmail");
    const of = (name: string) => url.searchParams.get(name) ?? "";
    const told =
      url.pathname === "/token"
        ? { access_token: "pass", token_type: "bearer", expires_in: 60 }
        : url.pathname.endsWith("/history")
          ? answer({ from: of("startHistoryId"), page: of("pageToken") })
          : { id: url.pathname.split("/").at(-1), payload: { headers: [{ name: "From", value: "a@shop.example" }] } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(told));
  });
  await new Promise<void>((ready) => server?.listen(0, "127.0.0.1", ready));
  // A server that listens on a port has such an address.
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const deps = {
    settings: {
      ...{ GMAIL_API_URL: root, GMAIL_AUTHORIZATION_URL: `${root}/auth`, GMAIL_TOKEN_URL: `${root}/token` },
      ...{ GMAIL_CLIENT_ID: "client", GMAIL_CLIENT_SECRET: "secret" },
    },
    calls: { json: async (_provider: string, request: { url: string }) => (await readJson(request, send)).value },
  };
  // Nothing else of what it is given is looked at here.
  return createGmail(deps as unknown as GrantDeps).open("key");
}

const record = (id: number, ...mails: string[]) => ({
  id: String(id),
  messagesAdded: mails.map((one) => ({ message: { id: one, labelIds: ["INBOX"] } })),
});
const list = async (mailbox: Awaited<ReturnType<typeof openGmail>>, cursor: string) => {
  const { mails, ...rest } = await mailbox.list({ cursor, since: new Date(0), most: 200 });
  return { ...rest, mails: mails.map(({ id, cursor: behind }) => [id, behind]) };
};

describe("a history", () => {
  it("is read on over pages on which nothing is", async () => {
    const mailbox = await openGmail(({ page }) =>
      page === "3"
        ? { history: [record(12, "a")], historyId: "20" }
        : { nextPageToken: String(Number(page || 1) + 1), historyId: "20" },
    );
    expect(await list(mailbox, "history 10")).toEqual({
      ...{ mails: [["a", "history 12 0"]], end: "history 20 0", more: false },
    });
  });

  it("goes on within a record that tells of many mails", async () => {
    const mailbox = await openGmail(() => ({ history: [record(11, "a", "b", "c")], historyId: "20" }));
    const { mails } = await list(mailbox, "history 10 0");
    expect(mails).toEqual([
      ["a", "history 10 1"],
      ["b", "history 10 2"],
      ["c", "history 11 0"],
    ]);
    expect((await list(mailbox, "history 10 2")).mails).toEqual([["c", "history 11 0"]]);
  });

  it("that tells of one mail twice leads past none of those between", async () => {
    const history = [record(11, "a"), record(12, "b"), record(13, "a")];
    const mailbox = await openGmail(() => ({ history, historyId: "20" }));
    expect((await list(mailbox, "history 10 0")).mails).toEqual([
      ["a", "history 11 0"],
      ["b", "history 12 0"],
    ]);
  });
});

it.each(["rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded"])(
  "Google's %s takes nobody's key away",
  (reason) => {
    const error = new OutgoingError("no", { status: 403, body: `{"reason":"${reason}"}`, unknown: false });
    expect(mailboxErrorOf(error)).toMatchObject({ code: "busy" });
  },
);

describe("who wrote it", () => {
  it.each([
    "Nadia <nadia@gmail.com>",
    "nadia@gmail.com (Nadia)",
    "<NADIA@Gmail.com> (Nadia)",
    "Friends: nadia@gmail.com;",
    "nadia@gmail.com.",
    "Nadia <nadia@gmail.com",
    "Shop <orders@shop.example>, Nadia <nadia@yahoo.es>",
    "Nadia <nadia@hotmail.com>, Shop <orders@shop.example>",
    '"nadia@gmail.com" <relay@list.example>',
    "nobody",
    "",
  ])("%j may be a person: it is not opened", (from) => expect(isPersonal(from)).toBe(true));
  it.each([
    '"Shop, Inc." <orders@shop.example>',
    "orders@shop.example",
    "=?utf-8?q?Caf=C3=A9?= <orders@mail.shop.example>",
    "Shop @ Home <orders@shop.example>",
  ])("%j is no person's", (from) => expect(isPersonal(from)).toBe(false));
});
