/** A mail server that nobody reaches does not work, also before the first letter: it is looked at, shown, and told once. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { createWorld } from "../support/world.ts";

it("shows a mail server that cannot be reached before a letter was lost, and as one alarm when letters wait for it", async () => {
  const world = await createWorld({
    environment: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
    expectedErrors: /./,
  });
  const look = async () => new Map((await world.health.look()).map((one) => [one.name, one]));
  expect((await look()).get("mail server")).toMatchObject({
    state: "bad",
    line: expect.stringMatching(/^The mail server cannot be reached: .*ECONNREFUSED/),
  });
  // Its letter is tried and tried again.
  await world.member("Ann");
  await world.advance({ minutes: 10 });
  await world.work().catch(() => {});
  const seen = await look();
  expect(seen.get("mail server")).toMatchObject({ state: "bad" });
  expect(seen.get("providers"), "told twice").toMatchObject({ state: "fine" });
  for (let n = 0; n < 3; n += 1) await world.health.lookAndTell();
  const raised = (await world.health.alarms(10)).filter(({ state }) => state === "raised");
  expect(raised.map(({ check_name }) => check_name)).toContain("mail server");
  await world.close();
});

it("believes for some minutes that a server answers, and then greets it again", async () => {
  const port = await freePort();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.write("220 mail.example ESMTP\r\n");
    socket.on("data", (line) => socket.write(/^QUIT/.test(String(line)) ? "221 bye\r\n" : "250 mail.example\r\n"));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const world = await createWorld({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const state = async () => (await world.health.look()).find(({ name }) => name === "mail server");
  expect(await state()).toMatchObject({ state: "fine", line: "The mail server answers" });
  for (const socket of sockets) socket.destroy();
  server.close();
  await world.advance({ minutes: 4 });
  expect(await state(), "greeted lately").toMatchObject({ state: "fine" });
  await world.advance({ minutes: 2 });
  expect(await state()).toMatchObject({ state: "bad" });
  await world.close();
});
