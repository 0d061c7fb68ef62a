/**
 * What search keeps in the process: every store's name, the vocabulary, and the most prominent products and coupons.
 * A letter is then answered from here, and the database asked only for what is rare or belongs to one store. Emptied when
 * the catalogue changes, in every process; made anew behind the answers when it is merely old.
 */
import { type Clock, stopwatch } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import {
  type CouponHead,
  type ProductFind,
  readAllStoreNames,
  readProminentCoupons,
  readProminentProducts,
  readVocabulary,
} from "../store/search.ts";
import { Prominent } from "./prominent.ts";
import { StoreNames } from "./store-names.ts";
import { Vocabulary } from "./vocabulary.ts";

/** SPEC §9: default cache 5 minutes. */
const FRESH_MINUTES = 5;
/** About 30 MiB in all with ten thousand stores, and no more however many products there are. */
const MOST = { words: 60_000, products: 20_000, coupons: 20_000 };

export type SearchIndex = {
  stores: StoreNames;
  vocabulary: Vocabulary;
  products: Prominent<ProductFind>;
  coupons: Prominent<CouponHead>;
};

type SearchDeps = { database: DatabaseHandle; clock: Clock; log: Log };

export class SearchMemory {
  readonly #deps: SearchDeps;
  #held: { index: SearchIndex; until: number } | null = null;
  #making: Promise<SearchIndex> | null = null;

  readonly #most: typeof MOST;

  constructor(deps: SearchDeps, most = MOST) {
    this.#deps = deps;
    this.#most = most;
  }

  async get(): Promise<SearchIndex> {
    if (this.#held === null) return this.#make();
    if (this.#held.until < stopwatch() && this.#making === null)
      this.#make().catch((error) => this.#deps.log.warn({ err: error }, "what search keeps could not be made anew"));
    return this.#held.index;
  }

  /** What is being made was read before the change: nobody who asks from now on gets it. */
  clear() {
    this.#held = null;
    this.#making = null;
  }

  #make(): Promise<SearchIndex> {
    if (this.#making !== null) return this.#making;
    const making: Promise<SearchIndex> = readIndex(this.#deps, this.#most)
      .then((index) => {
        if (this.#making === making) this.#held = { index, until: stopwatch() + FRESH_MINUTES * 60_000 };
        return index;
      })
      .finally(() => {
        if (this.#making === making) this.#making = null;
      });
    this.#making = making;
    return making;
  }
}

/** One list after the other, so that other requests are answered between them. */
async function readIndex(
  { database: { pool }, clock }: Omit<SearchDeps, "log">,
  most: typeof MOST,
): Promise<SearchIndex> {
  const stores = new StoreNames(await readAllStoreNames(pool));
  const words = await readVocabulary(pool, most.words + 1);
  const vocabulary = new Vocabulary(words.slice(0, most.words), words.length <= most.words);
  const products = await readProminentProducts(pool, most.products);
  const coupons = await readProminentCoupons(pool, clock.now(), most.coupons);
  return {
    stores,
    vocabulary,
    products: new Prominent(products, products.length < most.products),
    coupons: new Prominent(coupons, coupons.length < most.coupons),
  };
}
