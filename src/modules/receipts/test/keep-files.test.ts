/** Pages lie sealed on a disk or in a bucket; whoever changes one is found, and a storage that stumbles loses nothing. */
import { createHash, createHmac } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileKeeper, newFileKey } from "../keep-files.ts";
import type { ReceiptsSettings } from "../settings.ts";

const settings: ReceiptsSettings = {
  ...{ NODE_ENV: "test", PUBLIC_URL: "https://tuppence.example", SANDBOX: "on", RATE_LIMIT_FACTOR: 1 },
  ...{ RECEIPTS_S3_REGION: "eu-west-1", RECEIPTS_MB: 10, RECEIPTS_AT_ONCE: 1 },
};
const PAGE = Buffer.from("a page of a receipt, as a picture");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tuppence-keep-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("on a disk", () => {
  const onDisk = (secret = "the operator's") => createFileKeeper({ settings, dataDir: folder, secret });
  const only = async () =>
    (await readdir(join(folder, "receipts"), { recursive: true, withFileTypes: true })).filter((one) => one.isFile());

  it("a page is sealed, for this server's user alone, and gone when it is dropped", async () => {
    const keeper = onDisk();
    const key = newFileKey();
    await keeper.put(key, PAGE);
    expect((await keeper.get(key))?.equals(PAGE)).toBe(true);
    const [file] = await only();
    const path = join(file?.parentPath ?? "", file?.name ?? "");
    expect((await readFile(path)).includes("receipt")).toBe(false);
    expect(((await stat(path)).mode & 0o077).toString(8)).toBe("0");
    await keeper.drop(key);
    await keeper.drop(key);
    expect([await keeper.get(key), await only()]).toEqual([null, []]);
  });

  it("another's secret, another's name and changed bytes open nothing", async () => {
    const keeper = onDisk();
    const [key, other] = [newFileKey(), newFileKey()];
    await keeper.put(key, PAGE);
    await keeper.put(other, Buffer.from("another's"));
    await expect(onDisk("a stranger's").get(key)).rejects.toThrow();
    const place = (name: string) => join(folder, "receipts", name.slice(0, 2), name);
    const bytes = await readFile(place(key));
    await writeFile(place(other), bytes);
    await expect(keeper.get(other)).rejects.toThrow();
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(place(key), bytes);
    await expect(keeper.get(key)).rejects.toThrow();
  });

  it("no name but ours is one", async () => {
    for (const name of ["../../etc/passwd", "", "a/b", "x".repeat(41)]) {
      await expect(async () => onDisk().put(name, PAGE)).rejects.toThrow("another name");
      await expect(async () => onDisk().get(name)).rejects.toThrow("another name");
    }
  });
});

/** A bucket that checks each signature by the published rules, and stumbles when it is told to. */
async function openBucket(asked: { key_id: string; secret: string; region: string }) {
  const kept = new Map<string, Buffer>();
  let stumbles = 0;
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  function isSigned(request: IncomingMessage): boolean {
    const sign =
      /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
        request.headers.authorization ?? "",
      );
    if (!sign) return false;
    const [, id = "", day = "", region = "", names = "", signature] = sign;
    const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const payload = String(request.headers["x-amz-content-sha256"]);
    const canonical = [request.method, request.url, "", headers.join(""), names, payload].join("\n");
    const scope = `${day}/${region}/s3/aws4_request`;
    const hash = createHash("sha256").update(canonical).digest("hex");
    const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, hash].join("\n");
    const key = hmac(hmac(hmac(hmac(`AWS4${asked.secret}`, day), region), "s3"), "aws4_request");
    return id === asked.key_id && region === asked.region && hmac(key, text).toString("hex") === signature;
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const answer = (status: number, bytes?: Buffer) => response.writeHead(status).end(bytes);
      if (stumbles > 0) {
        stumbles -= 1;
        return answer(503);
      }
      if (!isSigned(request)) return answer(403);
      const name = request.url ?? "";
      if (request.method === "PUT") kept.set(name, Buffer.concat(parts));
      if (request.method === "DELETE") return answer(kept.delete(name) ? 204 : 404);
      const found = kept.get(name);
      return found ? answer(200, request.method === "GET" ? found : undefined) : answer(404);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/papers`,
    kept,
    stumble(times: number) {
      stumbles = times;
    },
    close: () => server.close(),
  };
}

describe("in a bucket", () => {
  const rights = { key_id: "KEY", secret: "very secret", region: "eu-west-1" };
  const keeperOf = (url: string, secret = rights.secret) =>
    createFileKeeper({
      settings: { ...settings, RECEIPTS_S3_URL: url, RECEIPTS_S3_KEY_ID: rights.key_id, RECEIPTS_S3_SECRET: secret },
      dataDir: folder,
      secret: "the operator's",
    });

  it("a page is put under its bucket, signed and sealed, and dropped", async () => {
    const bucket = await openBucket(rights);
    const keeper = keeperOf(bucket.url);
    const key = newFileKey();
    expect(await keeper.get(key)).toBeNull();
    await keeper.put(key, PAGE);
    expect([...bucket.kept.keys()]).toEqual([`/papers/${key}`]);
    expect(bucket.kept.get(`/papers/${key}`)?.includes("receipt")).toBe(false);
    expect((await keeper.get(key))?.equals(PAGE)).toBe(true);
    await keeper.drop(key);
    await keeper.drop(key);
    expect(bucket.kept.size).toBe(0);
    bucket.close();
  });

  it("a storage that stumbles is asked again, one that refuses us is an error and never a page that is gone", async () => {
    const bucket = await openBucket(rights);
    const key = newFileKey();
    bucket.stumble(2);
    await keeperOf(bucket.url).put(key, PAGE);
    expect((await keeperOf(bucket.url).get(key))?.equals(PAGE)).toBe(true);
    await expect(keeperOf(bucket.url, "wrong").put(key, PAGE)).rejects.toThrow("answered 403 to PUT");
    await expect(keeperOf(bucket.url, "wrong").get(key)).rejects.toThrow("answered 403 to GET");
    bucket.stumble(9);
    await expect(keeperOf(bucket.url).get(key)).rejects.toThrow("answered 503");
    bucket.close();
  });
});
