import type { World } from "../world.ts";
import type { MailWish } from "./compose.ts";
import { KINDS, type Language, type MailKind } from "./purchase.ts";

export interface SendWish {
  to?: string;
  /** A store by its host; one of the catalogue when absent. */
  domain?: string;
  kind?: string;
  language?: string;
  seed?: number;
  layout?: number;
  /** `store`, `nobody`, or a host that signs. */
  signed_by?: string;
  /** The address of whom forwards it by hand; absent: the mailbox does it by itself. */
  by_hand?: string;
  from?: string;
  /** When the store sent it; absent: now. */
  at?: string;
}

const storesOf = (world: World) => {
  const programmes = world.catalogue.programmes();
  return programmes.networks.flatMap((network) => programmes.list(network).map(({ merchant }) => merchant));
};

export function wishOf(world: World, asked: SendWish): MailWish | null {
  const stores = storesOf(world);
  const seed = asked.seed ?? Math.floor(Math.random() * 1_000_000);
  const store =
    asked.domain === undefined ? stores[seed % stores.length] : stores.find(({ domain }) => domain === asked.domain);
  const kind: MailKind | undefined = KINDS.find((one) => one === (asked.kind ?? "order"));
  const language: Language = asked.language === "es" ? "es" : "en";
  if (!store || !kind || !asked.to) return null;
  const signed_by =
    asked.signed_by === undefined || asked.signed_by === "store"
      ? store.domain
      : asked.signed_by === "nobody"
        ? null
        : asked.signed_by;
  return {
    ...{
      seed,
      kind,
      language,
      store: { name: store.name, domain: store.domain },
      to: asked.to,
      at: new Date(asked.at ?? world.clock.now()),
      signed_by,
    },
    ...(asked.layout === undefined ? {} : { layout: asked.layout }),
    ...(asked.from === undefined ? {} : { from: asked.from }),
  };
}
