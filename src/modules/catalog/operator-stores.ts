/** What operators do about a store. Each word of theirs is kept over every import, told on the store's page, and can be taken back. */
import type { ActRefusal, OperatorAct, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CatalogDesk } from "./desk.ts";
import { STORE_FIELDS, type StoreField } from "./store-fields.ts";

/** Said where a picture is chosen. */
export const PICTURE_WHAT = "PNG, JPEG or WebP, at most 5 megabytes";

type Word = Parameters<CatalogDesk["decideStore"]>[0];
const WHY = {
  unknown_other: "There is no store of that name to go into.",
  same_store: "That is the store itself.",
  other_merged: "The other one is a part of another store itself: name that one.",
  busy: "An import of one of them is running: ask again when it has ended.",
  not_merged:
    "No operator merged it: it is a store of its own, or the list of known stores says that it is a part of another.",
  sealed: "The store that it went into was merged itself since, so that nobody can tell what belonged to which.",
  merged: "It is merged into another store: that one is decided about.",
  not_decided: "Nobody decided it: what is shown is what was imported.",
};

export function storeActs(desk: CatalogDesk): readonly OperatorAct[] {
  const answer = (outcome: Awaited<ReturnType<CatalogDesk["decideStore"]>>): Outcome<string, ActRefusal> => {
    if (outcome.ok)
      return done(
        outcome.value.now === outcome.value.before
          ? `It was so already: ${outcome.value.now}.`
          : `Now ${outcome.value.now}. Before: ${outcome.value.before}.`,
      );
    if (outcome.code === "unknown_store") return refused("unknown");
    return refused("not_possible", {
      why: outcome.code === "bad_word" ? (outcome.detail?.why ?? "") : WHY[outcome.code],
    });
  };
  const decide = async (store: string, { by, reason }: Told, word: Pick<Word, "field" | "typed">) =>
    answer(await desk.decideStore({ store, by, reason, ...word }));
  return [
    {
      name: "hide",
      what: "It has no page, is found by no search and stands in no list; clicks that were made earn all the same.",
      permission: "catalog.decide",
      atOnce: true,
      reason: true,
      run: (id, told) => decide(id, told, { field: "hidden", typed: "yes" }),
    },
    {
      name: "show",
      what: "It is shown again, where a program or coupons of it are there.",
      permission: "catalog.decide",
      atOnce: true,
      reason: false,
      run: (id, told) => decide(id, told, { field: "hidden", typed: "no" }),
    },
    {
      name: "rename",
      what: "It is called so everywhere; its address stays.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "name", what: "what it is called" }],
      run: (id, told) => decide(id, told, { field: "name", typed: told.values.name ?? "" }),
    },
    {
      name: "category",
      what: "It stands in this category, and in no other.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "category", what: "the category's name, such as Home & Garden" }],
      run: (id, told) => decide(id, told, { field: "category", typed: told.values.category ?? "" }),
    },
    {
      name: "aliases",
      what: "These other names find it, and those that were known before do not any more.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "aliases", what: "all its other names, with commas between; empty for none", optional: true }],
      run: (id, told) => decide(id, told, { field: "aliases", typed: told.values.aliases ?? "" }),
    },
    {
      name: "popularity",
      what: "How well known it is, to which what members do is added: lists begin with the best known.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "popularity", what: "a number from 0 (nobody knows it) to 1000 (everybody does)" }],
      run: (id, told) => decide(id, told, { field: "popularity", typed: told.values.popularity ?? "" }),
    },
    {
      name: "picture",
      what: "The picture at this address stands beside the store's name everywhere: it is fetched once, checked by what it holds, and written anew by us. Imports leave it.",
      permission: "catalog.decide",
      reason: false,
      asks: [
        { name: "address", what: "the picture's address, such as https://store.example/logo.png; at most 2 megabytes" },
      ],
      run: async (store, { by, reason, values }) =>
        answer(await desk.giveStorePicture({ store, by, reason, picture: { address: values.address ?? "" } })),
    },
    {
      name: "upload picture",
      what: "This picture stands beside the store's name everywhere: it is checked by what it holds, and written anew by us. Imports leave it.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "picture", what: PICTURE_WHAT, file: "store picture" }],
      run: async (store, { by, reason, values }) =>
        answer(await desk.giveStorePicture({ store, by, reason, picture: { file: values.picture ?? "" } })),
    },
    {
      name: "no picture",
      what: "It has the letters of its name and no picture, whatever networks send.",
      permission: "catalog.decide",
      reason: false,
      run: async (store, { by, reason }) => answer(await desk.giveStorePicture({ store, by, reason, picture: "none" })),
    },
    {
      name: "merge",
      what: "It becomes a part of the other store: programs, coupons, products and favourites go over, and its address leads there for good.",
      permission: "catalog.decide",
      reason: true,
      asks: [{ name: "into", what: "the other store, as its address has it" }],
      async run(store, { by, reason, values }) {
        const outcome = await desk.mergeStores({ store, by, reason, into: values.into ?? "" });
        if (outcome.ok) return done(`${outcome.value.merged} is a part of ${outcome.value.kept} now.`);
        return outcome.code === "unknown_store"
          ? refused("unknown")
          : refused("not_possible", { why: WHY[outcome.code] });
      },
    },
    {
      name: "part",
      what: "It is a store of its own again, with all that went over; what came meanwhile goes by where it leads.",
      permission: "catalog.decide",
      reason: true,
      async run(store, { by, reason }) {
        const outcome = await desk.unmergeStore({ store, by, reason });
        if (outcome.ok) return done(`${outcome.value.merged} is a store of its own again.`);
        return outcome.code === "unknown_store"
          ? refused("unknown")
          : refused("not_possible", { why: WHY[outcome.code] });
      },
    },
    {
      name: "as imported",
      what: "What was decided is taken back: what networks and our own list of stores say counts again.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "what", what: `what is taken back: ${STORE_FIELDS.join(", ")}` }],
      async run(id, { by, reason, values }) {
        const field = STORE_FIELDS.find((one): one is StoreField => one === values.what);
        if (!field) return refused("not_possible", { why: `That is one of ${STORE_FIELDS.join(", ")}.` });
        return answer(await desk.takeBackStore({ store: id, field, by, reason }));
      },
    },
  ];
}
