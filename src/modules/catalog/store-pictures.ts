/** A picture that an operator gives to a store, or takes from it: one of their words on it, kept over every import. */
import { done, type Outcome } from "#platform/outcome";
import { applyStoreWord, openStore, type StoreRefusal } from "./decide-stores.ts";
import { logoFields } from "./fetch-media.ts";
import { holdRates } from "./refresh-rates.ts";
import { openPicture, type PictureDeps, type PictureWish, takePicture } from "./take-picture.ts";

/** Answers what the store had before and has now, as paths. */
export async function giveStorePicture(
  deps: PictureDeps,
  wish: { store: string; picture: PictureWish; by: string; reason: string },
): Promise<Outcome<{ before: string; now: string }, StoreRefusal>> {
  const there = await deps.database.transaction((tx) => openStore(tx, wish.store));
  if (!there.ok) return there;
  const taken = await takePicture(deps, "store", wish.picture);
  if (!taken.ok) return taken;
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const open = await openStore(tx, wish.store);
    if (!open.ok) return open;
    const picture = await openPicture(tx, "store", taken.value);
    if (!picture.ok) return picture;
    const { logo_media, logo_path } = picture.value
      ? logoFields(open.value.internal_name, picture.value.media_id, picture.value)
      : { logo_media: null, logo_path: null };
    return done(await applyStoreWord(tx, deps, open.value, { ...wish, field: "picture" }, { logo_media, logo_path }));
  });
}
