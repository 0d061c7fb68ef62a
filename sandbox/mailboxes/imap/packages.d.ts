/** Packages that bring no types of their own; as their README and their source have it. */
declare module "hoodiecrow-imap" {
  import type { Server } from "node:net";

  interface Message {
    uid: number;
    flags: string[];
    internaldate: string;
    raw: string;
  }
  interface Mailbox {
    uidvalidity: number;
    uidnext: number;
    messages: Message[];
  }
  interface Parsed {
    tag: string;
    attributes?: { type: string; value: string }[] | false;
  }
  interface Connection {
    state: string;
    send(response: object, description: string, parsed: Parsed, data: unknown): void;
  }
  interface ImapServer {
    server: Server;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
    getMailbox(path: string): Mailbox;
    appendMessage(mailbox: string, flags: string[], internaldate: Date, raw: string): void;
    /** "Any command can be overwritten." */
    setCommandHandler(
      command: string,
      handler: (connection: Connection, parsed: Parsed, data: unknown, done: () => void) => void,
    ): void;
  }
  export default function hoodiecrow(options: {
    plugins?: string[];
    secureConnection?: boolean;
    credentials?: { key: string; cert: string };
    storage?: object;
  }): ImapServer;
}
