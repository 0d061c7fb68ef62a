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

/** One that greets everybody, and answers as told to who wants to hand it a letter. */
async function startServer(answerToMail: string) {
  const port = await freePort();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write("220 mail.example ESMTP\r\n");
    socket.on("data", (line) => {
      const said = String(line);
      socket.write(/^QUIT/.test(said) ? "221 bye\r\n" : /^MAIL/.test(said) ? answerToMail : "250 mail.example\r\n");
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `smtp://127.0.0.1:${port}`, stop };
}

it("shows a mail server that greets us and takes no letter", async () => {
  const server = await startServer("451 4.7.1 your quota is used up\r\n");
  const world = await createWorld({ environment: { SMTP_URL: server.url }, expectedErrors: /./ });
  const check = async () => (await world.health.look()).find(({ name }) => name === "mail server");
  expect(await check()).toMatchObject({ state: "fine" });
  for (const name of ["Ann", "Bob", "Cy"]) await world.member(name);
  for (let round = 0; round < 3; round += 1) {
    await world.advance({ minutes: 30 });
    await world.work().catch(() => {});
  }
  expect(await check()).toMatchObject({
    state: "bad",
    line: expect.stringMatching(/^The mail server does not take our letters: .*quota is used up/),
  });
  await world.close();
  server.stop();
});

it("gives up a mail server that swallows what it is sent before its check is given up", async () => {
  const port = await freePort();
  const silent = createServer((socket) => void socket.on("error", () => {}));
  await once(silent.listen(port, "127.0.0.1"), "listening");
  const world = await createWorld({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  expect((await world.health.look()).find(({ name }) => name === "mail server")).toMatchObject({
    state: "bad",
    line: "The mail server cannot be reached: no answer within 4 seconds",
  });
  await world.close();
  silent.close();
});

it("believes for some minutes that a server answers, and then greets it again", async () => {
  const server = await startServer("250 ok\r\n");
  const world = await createWorld({ environment: { SMTP_URL: server.url } });
  const state = async () => (await world.health.look()).find(({ name }) => name === "mail server");
  expect(await state()).toMatchObject({ state: "fine", line: "The mail server answers" });
  server.stop();
  await world.advance({ minutes: 4 });
  expect(await state(), "greeted lately").toMatchObject({ state: "fine" });
  await world.advance({ minutes: 2 });
  expect(await state()).toMatchObject({ state: "bad" });
  await world.close();
});
