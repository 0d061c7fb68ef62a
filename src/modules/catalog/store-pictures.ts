/** A picture that an operator gives to a store: fetched from an open address, known by its bytes, and written anew by us. */
import sharp from "sharp";
import { sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { applyStoreWord, openStore, type StoreRefusal } from "./decide-stores.ts";
import { fetchTypedImage, logoFields } from "./fetch-media.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { saveMedia } from "./store/media.ts";

/** As large as a store is ever shown, twice as sharp. */
const LONGEST = 512;
const MIN_SIDE = 32;
/** A small file that unpacks into a huge picture is not opened. */
const MAX_PIXELS = 16_000_000;
const SECONDS = 10;

/** Only what is seen is kept: no script, no note of a camera, no second picture behind the first. Null for what cannot be opened. */
export async function makeAnew(bytes: Buffer): Promise<Buffer | null> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: LONGEST, height: LONGEST, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 9, palette: true, quality: 90 })
      .toBuffer({ resolveWithObject: true });
    return info.width >= MIN_SIDE && info.height >= MIN_SIDE ? data : null;
  } catch {
    return null;
  }
}

/** Answers what the store had before and has now, as paths. */
export async function giveStorePicture(
  deps: ImportDeps,
  wish: { store: string; address: string; by: string; reason: string },
): Promise<Outcome<{ before: string; now: string }, StoreRefusal>> {
  const wrong = (why: string) => refused("bad_word" as const, { why });
  const there = await deps.database.transaction((tx) => openStore(tx, wish.store));
  if (!there.ok) return there;
  const address = URL.parse(wish.address.trim());
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== "")
    return wrong("Give the address of a picture, such as https://store.example/logo.png.");
  const found = await fetchTypedImage(deps, address.href);
  if (found.state !== "stored")
    return wrong(`${found.state === "missing" ? "No picture was found there" : "It is not taken"}: ${found.reason}.`);
  const body = await makeAnew(found.body);
  if (!body) return wrong(`It cannot be opened as a picture, or is smaller than ${MIN_SIDE} points.`);
  const etag = sha256(body).toString("base64url").slice(0, 22);
  const made = { state: "stored" as const, content_type: "image/png", body, etag };
  return deps.database.transaction(async (tx) => {
    const open = await openStore(tx, wish.store);
    if (!open.ok) return open;
    const { merchant_id, internal_name } = open.value;
    const source_url = `own:${merchant_id}:${etag}`;
    const ids = await saveMedia(tx, [{ ...made, source_url }], deps.clock.now());
    const media_id = ids.get(source_url);
    if (!media_id) return wrong("It could not be kept: try again.");
    const { logo_media, logo_path } = logoFields(internal_name, media_id, made);
    return done(await applyStoreWord(tx, deps, open.value, { ...wish, field: "picture" }, { logo_media, logo_path }));
  });
}
