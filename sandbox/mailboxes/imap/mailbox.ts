import type { AddressInfo, Socket } from "node:net";
import hoodiecrow, { type Connection, type ImapServer, type Parsed } from "hoodiecrow-imap";
import { perWorld, type Started, type World } from "../../world.ts";

/** As a provider makes one: sixteen letters, shown in groups of four. */
export const APP_PASSWORD = "qwmzkrtuvbxdnpla";

/** What the server says to who signs in. `silent`: it answers nothing any more. */
export const ANSWERS = ["take", "refuse", "no", "unavailable", "silent"] as const;
export type Answer = (typeof ANSWERS)[number];

export const boxOf = perWorld(() => ({
  server: null as ImapServer | null,
  answer: "take" as Answer,
  logins: 0,
}));

/** RFC 3501 `LOGIN`, with the response codes of RFC 5530 that providers answer with. */
const NO: Readonly<Partial<Record<Answer, string>>> = {
  refuse: "[AUTHENTICATIONFAILED] Invalid credentials",
  no: "Login failed",
  unavailable: "[UNAVAILABLE] Try again later",
};

function signIn(world: World, connection: Connection, parsed: Parsed, data: unknown): void {
  const box = boxOf(world);
  box.logins += 1;
  if (box.answer === "silent") return;
  const [user, password] = (parsed.attributes || []).map(({ value }) => value);
  const known = user?.endsWith("@mailbox.example") && password === APP_PASSWORD;
  const refusal = box.answer === "take" ? (known ? null : NO.refuse) : NO[box.answer];
  if (!refusal) connection.state = "Authenticated";
  const attributes = [{ type: "TEXT", value: refusal ?? "User logged in" }];
  connection.send({ tag: parsed.tag, command: refusal ? "NO" : "OK", attributes }, "LOGIN", parsed, data);
}

/** One mailbox, whoever signs in: every address at `mailbox.example` leads to it. It lies in memory and begins anew with the program. */
export async function startImap(world: World): Promise<Started> {
  const uidvalidity = Math.floor(world.clock.now() / 1_000);
  const server = hoodiecrow({
    plugins: ["ID", "LITERALPLUS"],
    storage: { INBOX: { uidvalidity, messages: [] }, "": {} },
  });
  const open = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.setCommandHandler("LOGIN", (connection, parsed, data, done) => {
    signIn(world, connection, parsed, data);
    done();
  });
  await new Promise<void>((settle, fail) => {
    server.server.once("error", fail);
    server.listen(world.settings.imapPort, world.settings.host, settle);
  });
  boxOf(world).server = server;
  return {
    // It listens on a port.
    imapPort: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** As it came in. */
export function putMail(world: World, raw: Buffer, at: Date): void {
  boxOf(world).server?.appendMessage("INBOX", [], at, raw.toString("binary"));
}

/** The mailbox was rebuilt: every mail has another number, and none of the old ones means anything. */
export function renumber(world: World): void {
  const inbox = boxOf(world).server?.getMailbox("INBOX");
  if (!inbox) return;
  inbox.uidvalidity += 1;
  inbox.messages.forEach((message, at) => {
    message.uid = at + 1;
  });
  inbox.uidnext = inbox.messages.length + 1;
}
