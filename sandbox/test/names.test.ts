import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { expect, it } from "vitest";
import { keyRecord, SELECTOR } from "../mailboxes/compose.ts";
import { mailgun } from "../mailboxes/provider.ts";
import { startSandbox } from "../sandbox.ts";

const start = (port: number) => startSandbox({ port, smtpPort: 0, dataDir: null, catalogue: "small" }, [mailgun]);

it("names are answered at the port that the sandbox says, and only for those who sign mails", async () => {
  const sandbox = await start(0);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${sandbox.namesPort}`]);
  const key = await resolver.resolveTxt(`${SELECTOR}._domainkey.gmail.com`);
  expect(key.map((parts) => parts.join(""))).toEqual([keyRecord()]);
  await expect(resolver.resolveTxt(`${SELECTOR}._domainkey.nobody.example`)).rejects.toThrow("ENOTFOUND");
  await sandbox.close();
});

it("a world whose name server cannot answer does not begin", async () => {
  const other = createSocket("udp4");
  other.bind(0, "127.0.0.1");
  await once(other, "listening");
  await expect(start(other.address().port)).rejects.toThrow("EADDRINUSE");
  other.close();
});
