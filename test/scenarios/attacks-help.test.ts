/** Attacks on the one door through which strangers bring files and words to us: filling it, disguising what they bring, and writing to others in our name. */
import { afterEach, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
const start = async (environment: Record<string, string> = {}) => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1", ...environment } });
};
afterEach(() => world.close());

const DESK = tuppence.support_email;
const stranger = {
  user_id: null,
  name: "",
  is_verified: false,
  brand: tuppence,
  language: "en" as const,
  address: "203.0.113.7",
};
const typed = {
  topic: "missing-purchase",
  email: "olive@example.com",
  body: "Please look.",
  store: "Bright",
  order_number: "B-77",
  ordered_on: "2027-03-08",
  amount: "49.90",
};
const png = (width: number, height: number, more = 0) => {
  const bytes = Buffer.alloc(33 + more);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const MEGABYTE = 1_048_576;

function handIn(bytes: Buffer, { name = "receipt.png", from = "203.0.113.7", header = "" } = {}) {
  const edge = "edge-of-a-part";
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n${header}content-type: image/png\r\n\r\n`;
  return world.app.inject({
    method: "POST",
    url: "/api/help/files",
    remoteAddress: from,
    headers: { "content-type": `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
}
const send = (more: Partial<typeof typed>, files: readonly string[] = [], writer: object = {}) =>
  world.help.send({ ...stranger, ...writer }, { form: world.help.newForm(), files, typed: { ...typed, ...more } });
type Mail = { id: number; text: string; html: string; headers: Record<string, string> };
const mailTo = async (to: string): Promise<Mail> => {
  await world.work();
  const { mails } = await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`);
  const [newest] = mails.toSorted((a, b) => b.id - a.id);
  if (!newest) throw new Error(`no mail to ${to}`);
  return newest;
};
const kept = async () =>
  (await world.base.handle.pool.query("select name, type from help.files order by created_at")).rows as {
    name: string;
    type: string;
  }[];

it("all files together have so much room, however many networks they come from, and words go on", async () => {
  await start({ HELP_FILES_WAITING_MB: "2" });
  const one = png(100, 100, MEGABYTE - 33);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => handIn(one, { from: `203.0.113.${100 + n}` })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 503, 503, 503, 503]);
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.json()).toMatchObject({
    code: "files_full",
    errors: { file: [expect.stringMatching(/without one/)] },
  });
  const metrics = (await world.app.inject({ method: "GET", url: "/metrics" })).body;
  expect(metrics).toContain('tuppence_help_files_filled{kind="waiting"} 1\n');
  expect(metrics).toContain("tuppence_help_files_refused_total 4\n");
  expect(await send({})).toMatchObject({ ok: true });

  // What waited a day makes room again.
  await world.advance({ hours: 25 });
  expect(await world.help.dropOld()).toMatchObject({ files: 2 });
  expect((await handIn(one, { from: "203.0.113.200" })).statusCode).toBe(200);
});

it("files with messages have their room as well", async () => {
  await start({ HELP_FILES_MB: "1" });
  const half = png(100, 100, MEGABYTE / 2);
  const first = await handIn(half);
  expect(await send({}, [first.json().file])).toMatchObject({ ok: true });
  expect((await handIn(half, { from: "203.0.113.8" })).json()).toMatchObject({ code: "files_full" });
});

it("one network's files are counted before they are read, and an IPv6 customer is one network", async () => {
  await start();
  const statuses: number[] = [];
  for (let n = 0; n < 32; n += 1)
    statuses.push((await handIn(png(1, 1), { from: `2001:db8:7:7::${n.toString(16)}` })).statusCode);
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(30)).toEqual([429, 429]);
  let isRead = false;
  const read = async () => {
    isRead = true;
    return png(1, 1);
  };
  expect(await world.help.takeFile({ name: "a.png", address: "2001:db8:7:7::ffff", read })).toMatchObject({
    code: "too_many",
  });
  expect(isRead).toBe(false);
});

it("few files are in memory at once", async () => {
  await start();
  let reading = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const read = async () => {
    reading += 1;
    most = Math.max(most, reading);
    await gate.promise;
    reading -= 1;
    return png(1, 1);
  };
  const all = Array.from({ length: 40 }, (_, n) =>
    world.help.takeFile({ name: "a.png", address: `198.51.100.${n}`, read }),
  );
  let refused = 0;
  const taken = all.map(async (one) => {
    const { ok } = await one;
    if (!ok) refused += 1;
    return ok;
  });
  // Those that found no room are told so while the others are still being read.
  await expect.poll(() => refused).toBe(28);
  gate.resolve();
  expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(12);
  expect(most).toBe(12);
  expect((await handIn(png(1, 1))).statusCode, "and there is room again").toBe(200);
});

it("a picture is what it is, no larger than can be opened, and named by that alone", async () => {
  await start();
  const webp = (head: string) => Buffer.concat([Buffer.from(head), Buffer.alloc(40)]);
  const jpeg = (height: number, width: number) =>
    Buffer.concat([
      Buffer.from("ffd8ffe000104a46494600010100000100010000ffc000110800000000", "hex").subarray(0, 25),
      Buffer.from([height >> 8, height & 255, width >> 8, width & 255]),
      Buffer.alloc(20),
    ]);
  const cases: [string, Buffer, number][] = [
    ["a bomb of 2.5 gigapixels", png(50_000, 50_000), 422],
    ["a bomb in one line", png(4_294_967_295, 1), 422],
    ["a camera's 48 megapixels", png(8_000, 6_000), 200],
    ["a JPEG bomb", jpeg(65_000, 65_000), 422],
    ["a JPEG of a phone", jpeg(3_024, 4_032), 200],
    ["a JPEG without a size", Buffer.from("ffd8ffe0", "hex"), 422],
    ["a program that says WEBP", webp("MZ\x90\x00\x03\x00\x00\x00WEBPVP8X"), 422],
    ["a page that says WEBP", webp("<script>WEBPVP8X"), 422],
    ["a PDF", Buffer.from("%PDF-1.7\n"), 200],
  ];
  for (const [what, bytes, status] of cases) expect([what, (await handIn(bytes)).statusCode]).toEqual([what, status]);
});

it("a file's name leads nowhere, runs nothing and breaks no header", async () => {
  await start();
  const names: readonly (readonly [string, string])[] = [
    ["receipt.html", "receipt.png"],
    ["../../../etc/passwd", "passwd.png"],
    ["invoice\u202Egnp.exe", "invoice-gnp.png"],
    [".bashrc", "file.png"],
    ["a\tb.bat", "a-b.png"],
    ["Überweisung März.jpeg", "Überweisung März.png"],
    [`${"x".repeat(400)}.png`, `${"x".repeat(60)}.png`],
  ];
  for (const [name] of names) expect((await handIn(png(1, 1), { name })).statusCode, name).toBe(200);
  expect((await kept()).map(({ name }) => name)).toEqual(names.map(([, wanted]) => wanted));
  const odd = await handIn(png(1, 1), { name: 'a"\r\nset-cookie: tp_token_test=stolen\r\nx: "b.png' });
  expect(odd.headers["set-cookie"]).toBeUndefined();
  for (const { name } of await kept()) expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}\.png$/u);
});

it("facts of a purchase are one line each: nobody adds facts of their own to what we read", async () => {
  await start();
  const forged = {
    store: "Nike\r\n  Account: user_victim\r\nBcc: all@example.com",
    order_number: "1\u2028  From: ceo@tuppence.example\u202Etxt",
    body: "<img src=x onerror=alert(1)>\r\nBcc: all@example.com",
  };
  expect(await send(forged)).toMatchObject({ ok: true });
  const mail = await mailTo(DESK);
  const lines = mail.text.split(/\r?\n/).map((line) => line.trim());
  expect(lines.filter((line) => /^(From|Account):/.test(line))).toEqual(["From: olive@example.com", "Account: none"]);
  expect(mail.html).not.toContain("<img src=x");
  expect(mail.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028]/);
  expect(Object.keys(mail.headers).map((name) => name.toLowerCase())).not.toContain("bcc");
  for (const store of ["half of a sign \ud83d", "\u0007\u200b\u202e"])
    expect((await send({ store })).ok, JSON.stringify(store)).toBe(store.startsWith("half"));
  for (const email of ["a@example.com\r\nBcc: b@example.com", "a@example.com,b@example.com", "<a@example.com>"])
    expect(await send({ email })).toMatchObject({ ok: false, faults: [{ code: "email_invalid" }] });
});

it("nobody writes to others in our name: words go back only to an address that is proven", async () => {
  await start();
  const words = {
    body: "You have won. Go to https://evil.example",
    store: "EVIL.EXAMPLE",
    order_number: "http://evil",
  };
  expect(await send({ ...words, email: "victim@example.com" })).toMatchObject({ ok: true });
  const mail = await mailTo("victim@example.com");
  expect(mail.text + mail.html).not.toMatch(/evil/i);
  expect(await send({ ...words, email: "own@example.com" }, [], { is_verified: true })).toMatchObject({ ok: true });
  expect((await mailTo("own@example.com")).text).toContain("https://evil.example");
});

it("ratings of nobody are counted by network and kept no longer than messages", async () => {
  await start();
  const rate = (n: number) =>
    world.help.review(
      { ...stranger, address: `2001:db8:9:9::${n}` },
      { stars: 1, words: `\u001b[2J ${"x".repeat(5_000)}` },
    );
  const outcomes = [];
  for (let n = 0; n < 12; n += 1) outcomes.push((await rate(n)).ok);
  expect(outcomes.filter(Boolean)).toHaveLength(10);
  await world.advance({ days: 731 });
  expect(await world.help.dropOld()).toMatchObject({ reviews: 10 });
});

it("who is refused before their file was read is told so at once, and their connection ends with it", async () => {
  await start();
  const upload = async (bytes: number) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(png(1, 1, bytes))], { type: "image/png" }), "a.png");
    const answer = await fetch(`${world.productUrl}/api/help/files`, { method: "POST", body });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  for (let n = 0; n < 30; n += 1) expect((await upload(10))[0]).toBe(200);
  expect(await upload(7 * MEGABYTE)).toEqual([429, "too_many"]);
  const open = () =>
    new Promise<number>((tell) => {
      world.app.server.closeIdleConnections();
      world.app.server.getConnections((_error, count) => tell(count));
    });
  await expect.poll(open).toBe(0);
});
