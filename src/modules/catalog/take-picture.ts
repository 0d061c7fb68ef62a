/** Where an operator's picture comes from: a file that was handed in before anything is decided, or an address that was typed. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import type { OperatorTake } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { fetchTypedImage } from "./fetch-media.ts";
import { pictureId } from "./ids.ts";
import { kindOfImage } from "./image-rules.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import type { PictureMaker } from "./make-picture.ts";
import { dropUnused, type HandedPicture, lockHanded } from "./store/given-pictures.ts";
import { saveMedia } from "./store/media.ts";
import { type MadePicture, MIN_SIDE, type PictureOf } from "./write-picture.ts";

const MAX_BYTES = 5 * 1_024 * 1_024;
const TYPES = ["image/png", "image/jpeg", "image/webp"];
/** A decision is carried out after ten minutes, or days when a second person is asked. */
const UNUSED_DAYS = 7;
const BROKEN = `It cannot be opened as a picture, is larger than any camera's, or smaller than ${MIN_SIDE} points.`;

/** What gives pictures to stores and products. */
export type PictureDeps = ImportDeps & { pictures: PictureMaker };
type Deps = Pick<PictureDeps, "database" | "clock" | "pictures">;

async function keepPicture(
  deps: Pick<Deps, "database" | "clock">,
  of: PictureOf,
  { body, content_type }: MadePicture,
): Promise<string> {
  const etag = sha256(body).toString("base64url").slice(0, 22);
  const source_url = `handed:${of}:${etag}`;
  const made = { source_url, state: "stored" as const, content_type, body, etag };
  const ids = await saveMedia(deps.database.db, [made], deps.clock.now());
  return ids.get(source_url) ?? "";
}

/** What takes a file for a store or a product. The same picture is kept once, whoever hands it in. */
export const pictureTake = (deps: Deps, of: PictureOf): OperatorTake => ({
  name: `${of} picture`,
  permission: "catalog.decide",
  accept: TYPES,
  most_bytes: MAX_BYTES,
  async take(bytes) {
    const no = (why: string) => refused("not_taken" as const, { why });
    if (!TYPES.includes(kindOfImage(bytes) ?? "")) return no("It is no PNG, JPEG or WebP picture.");
    const made = await deps.pictures.make(bytes, of);
    if (!made) return no(BROKEN);
    await dropUnused(deps.database.db, addDays(deps.clock.now(), -UNUSED_DAYS));
    const id = await keepPicture(deps, of, made);
    return done({ id: pictureId.show(id), line: `${made.width} × ${made.height} points` });
  },
});

export type PictureWish = { file: string } | { address: string } | "none";

/** The media of what was wished, fetched where it is an address; null for none at all. Before any transaction: fetching takes its time. */
export async function takePicture(
  deps: PictureDeps,
  of: PictureOf,
  wish: PictureWish,
): Promise<Outcome<string | null, "bad_word">> {
  const wrong = (why: string) => refused("bad_word" as const, { why });
  if (wish === "none") return done(null);
  if ("file" in wish) {
    const id = pictureId.read(wish.file);
    return id ? done(id) : wrong("Choose a picture.");
  }
  const address = URL.parse(wish.address.trim());
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== "")
    return wrong("Give the address of a picture, such as https://store.example/logo.png.");
  const found = await fetchTypedImage(deps, address.href);
  if (found.state !== "stored")
    return wrong(`${found.state === "missing" ? "No picture was found there" : "It is not taken"}: ${found.reason}.`);
  const made = await deps.pictures.make(found.body, of);
  return made ? done(await keepPicture(deps, of, made)) : wrong(BROKEN);
}

/** What was taken, as it is kept. */
export async function openPicture(
  tx: Tx,
  of: PictureOf,
  id: string | null,
): Promise<Outcome<HandedPicture | null, "bad_word">> {
  if (id === null) return done(null);
  const picture = await lockHanded(tx, id, of);
  return picture ? done(picture) : refused("bad_word", { why: "That picture is not kept any more: hand it in again." });
}
