/**
 * Where pages of receipts lie: a folder of this machine, or a bucket with an S3 interface, which several machines share. Both are
 * handed the same sealed bytes, so that whoever gets at a disk, a backup or a bucket has pictures of nobody.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { newSecret, sha256 } from "#platform/ids";
import { assert } from "#platform/outcome";
import type { ReceiptsSettings } from "./settings.ts";

export type FileKeeper = {
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is none of that name. */
  get(key: string): Promise<Buffer | null>;
  /** No matter whether there was one. */
  drop(key: string): Promise<void>;
};

/** A name that tells nothing and cannot be guessed; what a member called the file never becomes one. */
export const newFileKey = (): string => newSecret(40);
const KEY = /^[0-9A-Za-z]{40}$/;
const CALL_MS = 15_000;
/** Tries of one call, with pauses that grow; after that the job that asked tries again. */
const RETRIES = 2;

function sealFiles(secret: string) {
  const key = sha256(`receipts:${secret}`);
  return {
    close(name: string, bytes: Buffer): Buffer {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(name: string, sealed: Buffer): Buffer {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    },
  };
}

/** Whole or not at all: a page that is half there would be read as another paper. */
function onDisk(folder: string): FileKeeper {
  // Two letters a folder: hundreds of thousands of names in one make a disk slow.
  const place = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    async put(key, bytes) {
      await mkdir(dirname(place(key)), { recursive: true, mode: 0o700 });
      const half = `${place(key)}.half`;
      await writeFile(half, bytes, { mode: 0o600, flush: true });
      await rename(half, place(key));
    },
    get: (key) =>
      readFile(place(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    async drop(key) {
      await rm(place(key), { force: true });
      await rm(`${place(key)}.half`, { force: true });
    },
  };
}

function inBucket(settings: ReceiptsSettings, url: string): FileKeeper {
  const { RECEIPTS_S3_KEY_ID, RECEIPTS_S3_SECRET, RECEIPTS_S3_REGION } = settings;
  assert(RECEIPTS_S3_KEY_ID && RECEIPTS_S3_SECRET, "RECEIPTS_S3_URL needs RECEIPTS_S3_KEY_ID and RECEIPTS_S3_SECRET");
  const client = new AwsClient({
    accessKeyId: RECEIPTS_S3_KEY_ID,
    secretAccessKey: RECEIPTS_S3_SECRET,
    region: RECEIPTS_S3_REGION,
    service: "s3",
    retries: RETRIES,
  });
  async function call(method: "PUT" | "GET" | "DELETE", key: string, bytes?: Buffer): Promise<Response> {
    const answer = await client.fetch(`${url.replace(/\/$/, "")}/${key}`, {
      method,
      signal: AbortSignal.timeout(CALL_MS),
      ...(bytes ? { body: new Uint8Array(bytes), headers: { "content-type": "application/octet-stream" } } : {}),
    });
    if (answer.ok || (answer.status === 404 && method !== "PUT")) return answer;
    await answer.body?.cancel();
    throw new Error(`the storage of receipts answered ${answer.status} to ${method}`);
  }
  return {
    async put(key, bytes) {
      await (await call("PUT", key, bytes)).body?.cancel();
    },
    async get(key) {
      const answer = await call("GET", key);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    async drop(key) {
      await (await call("DELETE", key)).body?.cancel();
    },
  };
}

export function createFileKeeper(options: { settings: ReceiptsSettings; dataDir: string; secret: string }): FileKeeper {
  const { settings } = options;
  const place = settings.RECEIPTS_S3_URL
    ? inBucket(settings, settings.RECEIPTS_S3_URL)
    : onDisk(settings.RECEIPTS_DIR ?? join(options.dataDir, "receipts"));
  const seal = sealFiles(options.secret);
  const named = (key: string) => {
    assert(KEY.test(key), "a file has another name than ours");
    return key;
  };
  return {
    put: (key, bytes) => place.put(named(key), seal.close(key, bytes)),
    async get(key) {
      const sealed = await place.get(named(key));
      return sealed && seal.open(key, sealed);
    },
    drop: (key) => place.drop(named(key)),
  };
}
