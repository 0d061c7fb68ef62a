/** Which servers are asked, how often, and that a connection that is not safe is none. */
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { CONSENT_WORDS, consentHash } from "../links/consent.ts";
import { createImapReader } from "../links/imap.ts";
import { createHosts, findLocalHost, readHosts, sandboxImapPort } from "../links/imap-hosts.ts";
import { LINK_ERRORS, LINK_TRANSITIONS, type LinkState } from "../links/links.types.ts";
import { MailboxError } from "../links/reader.ts";
import { goesOn, isRead, waitMinutes } from "../links/rules.ts";

describe("hosts", () => {
  const hosts = createHosts("shop.example=imaps://imap.shop.example:1993, here.example=imap://127.0.0.1:2143");
  it.each([
    ["a@yahoo.com", "imap.mail.yahoo.com"],
    ["A@ICLOUD.COM", "imap.mail.me.com"],
    ["a@fastmail.com", "imap.fastmail.com"],
    ["a@gmail.com", "imap.gmail.com"],
    ["a@shop.example", "imap.shop.example"],
  ])("the mailbox of %s is at %s, through TLS", (address, host) => {
    expect(hosts.find(address)).toMatchObject({ host, tls: true });
  });
  it.each(["a@outlook.com", "a@hotmail.com", "a@live.com", "a@msn.com", "a@hotmail.es", "a@outlook.com.mx"])(
    "%s is Microsoft's",
    (address) => expect(hosts.find(address)).toBe("microsoft"),
  );
  it.each(["a@localhost", "a@127.0.0.1", "a@[127.0.0.1]", "a@unknown.example", "a", "a@sub.yahoo.com", "a@x@10.0.0.1"])(
    "%s is nobody's",
    (address) => expect(hosts.find(address)).toBeNull(),
  );
  it.each([
    "shop.example",
    "shop.example=http://imap.shop.example",
    "shop.example=imap://imap.shop.com:143",
    "shop.example=imaps://imap.shop.com:0",
    "=imaps://imap.shop.com",
    "shop.example=imaps://user@imap.shop.com",
  ])("the setting %j is refused", (setting) => expect(readHosts(setting)).toBeNull());
  it("a server on this machine is only beside the sandbox", () => {
    expect(findLocalHost("")).toBeNull();
    expect(findLocalHost("shop.com=imaps://imap.shop.com")).toBeNull();
    expect(findLocalHost("shop.com=imaps://127.0.0.1")).not.toBeNull();
    expect(findLocalHost("shop.com=imap://localhost:143")).not.toBeNull();
  });
  it("the sandbox's port is a port, wherever its mail server is", () => {
    for (const port of [1, 3_125, 65_000, 65_535]) {
      expect(sandboxImapPort(port)).toBeGreaterThan(0);
      expect(sandboxImapPort(port)).toBeLessThanOrEqual(65_535);
    }
  });
});

describe("a link", () => {
  it("can be ended from every state, and then becomes nothing", () => {
    for (const [state, targets] of Object.entries(LINK_TRANSITIONS) as [LinkState, readonly LinkState[]][])
      expect([state, targets.includes("revoked")]).toEqual([state, state !== "revoked"]);
    expect(isRead("paused") || isRead("reauth_needed") || isRead("checking") || isRead("revoked")).toBe(false);
  });
  it("that fails is asked less and less, and once a day at least", () => {
    const waits = [1, 2, 3, 7, 8, 100].map(waitMinutes);
    expect(waits).toEqual([30, 60, 120, 1_440, 1_440, 1_440]);
  });
  it("is read on at once only where reading got anywhere", () => {
    expect(goesOn({ more: true, cursor: "2" }, "1")).toBe(true);
    expect(goesOn({ more: true, cursor: "1" }, "1")).toBe(false);
    expect(goesOn({ more: false, cursor: "2" }, "1")).toBe(false);
  });
  it("keeps another hash for each language, of words that say the same number of things", () => {
    expect(consentHash("en").equals(consentHash("es"))).toBe(false);
    expect(CONSENT_WORDS.en).toHaveLength(CONSENT_WORDS.es.length);
  });
});

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((settle) => server.close(settle));
});
/** A server that says what is given to whoever comes, and then only what `answer` finds for a line. */
async function serve(greeting: string, answer: (line: string) => string = () => ""): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    socket.on("data", (bytes) => {
      const said = answer(bytes.toString("latin1"));
      if (said) socket.write(said);
    });
  });
  servers.push(server);
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
const reader = createImapReader({ connect_ms: 600, silent_ms: 600, whole_ms: 5_000 });
const open = (port: number, tls: boolean) =>
  reader
    .open({ host: { host: "127.0.0.1", port, tls }, user: "a@b.example", password: "secret-word" })
    .then(() => "opened")
    .catch((error: unknown) => (error instanceof MailboxError ? error.code : String(error)));

describe("a connection", () => {
  it("without TLS where TLS is asked for is none, and no password is sent", async () => {
    const heard: string[] = [];
    const port = await serve("* OK ready\r\n", (line) => {
      heard.push(line);
      return "";
    });
    expect(await open(port, true)).toBe("unreachable");
    expect(heard.join("")).not.toContain("secret-word");
  });
  it("to nobody, to who says nothing, and to who says anything else, is unreachable", async () => {
    expect(await open(1, false)).toBe("unreachable");
    expect(await open(await serve(""), false)).toBe("unreachable");
    expect(await open(await serve("HTTP/1.1 200 OK\r\n\r\n"), false)).toBe("unreachable");
    expect(await open(await serve(`* OK ${"x".repeat(5_000_000)}`), false)).toBe("unreachable");
  });
  it.each([
    ["[AUTHENTICATIONFAILED] no", "password_refused", true],
    ["[UNAVAILABLE] later", "busy", true],
    ["[LIMIT] too many", "busy", true],
    ["no", "password_refused", false],
  ])("that is answered %j ends as %s", async (text, code, sure) => {
    const port = await serve("* OK [CAPABILITY IMAP4rev1] ready\r\n", (line) => {
      const [tag = "", verb = ""] = line.split(" ");
      if (/^LOGIN/i.test(verb)) return `${tag} NO ${text}\r\n`;
      return /^CAPABILITY/i.test(verb) ? `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n` : `${tag} OK done\r\n`;
    });
    const error = await reader
      .open({ host: { host: "127.0.0.1", port, tls: false }, user: "a@b.example", password: "x" })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MailboxError);
    expect(error).toMatchObject({ code, sure });
    expect(LINK_ERRORS).toContain(code);
  });
});
