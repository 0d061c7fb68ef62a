/** A picture that an operator gives to a product, or takes from it: it stands before what shops tell, until it is taken back. */
import { done, type Outcome, refused } from "#platform/outcome";
import { bringInStep } from "./decide-stores.ts";
import { productId } from "./ids.ts";
import { holdRates } from "./refresh-rates.ts";
import { keepProductEntry, saveGivenImage } from "./store/given-pictures.ts";
import { readProductFacts } from "./store/product-merges.ts";
import { openPicture, type PictureDeps, type PictureWish, takePicture } from "./take-picture.ts";

export type ProductPictureRefusal = "unknown_product" | "merged" | "bad_word" | "not_decided";

/** What stands, in words. */
export const pictureWords = (given: string | null): string =>
  given === null ? "as its shops tell it" : given === "" ? "none" : `one of ours (${given.slice(-22, -14)})`;

/** `picture`: null takes back what was given. Answers what stood before and stands now, in words. */
export async function giveProductPicture(
  deps: PictureDeps,
  wish: { product: string; picture: PictureWish | null; by: string; reason: string },
): Promise<Outcome<{ before: string; now: string }, ProductPictureRefusal>> {
  const id = productId.read(wish.product);
  const there = id && (await readProductFacts(deps.database.db, { id, slug: "" }));
  if (!there) return refused("unknown_product");
  const taken = wish.picture === null ? null : await takePicture(deps, "product", wish.picture);
  if (taken && !taken.ok) return taken;
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const product = await readProductFacts(tx, { id, slug: "" });
    if (!product) return refused("unknown_product");
    if (product.merged_into !== null) return refused("merged");
    const picture = taken ? await openPicture(tx, "product", taken.value) : done(null);
    if (!picture.ok) return picture;
    const given = taken ? (picture.value?.source_url ?? "") : null;
    const [before, now] = [pictureWords(product.given_image), pictureWords(given)];
    if (given === product.given_image) return given === null ? refused("not_decided") : done({ before: now, now });
    await saveGivenImage(tx, product.product_id, given);
    const what = `picture: ${now} (before: ${before})`;
    const { by, reason } = wish;
    await keepProductEntry(tx, product.product_id, { at: deps.clock.now(), by, what, reason });
    await bringInStep(tx, deps, { words: false });
    return done({ before, now });
  });
}
