import { randomBytes } from "node:crypto";
import type { World } from "../world.ts";

export type ProviderName = "google" | "apple" | "facebook";
export const PROVIDER_NAMES: readonly ProviderName[] = ["google", "apple", "facebook"];

/** An account at one of the providers. Nobody in here exists. */
export interface Person {
  provider: ProviderName;
  id: string;
  given_name: string;
  family_name: string;
  email: string | null;
  email_verified: boolean;
  /** Google Workspace domain. */
  hd: string | null;
}

const person = (
  provider: ProviderName,
  id: string,
  given_name: string,
  family_name: string,
  email: string | null,
  more: Partial<Person> = {},
): Person => ({ provider, id, given_name, family_name, email, email_verified: true, hd: null, ...more });

const BORN_HERE: readonly Person[] = [
  person("google", "108300000000000000001", "Rosa", "Delgado", "rosa.delgado@gmail.example"),
  person("google", "108300000000000000002", "Sam", "Okafor", "sam@harbor-works.example", {
    hd: "harbor-works.example",
  }),
  person("google", "108300000000000000003", "Uma", "Verne", "uma@unproven.example", { email_verified: false }),
  person("apple", "000123.aa11bb22cc33dd44ee55ff6600112233.0001", "Lena", "Park", "lena.park@icloud.example"),
  person("apple", "000123.aa11bb22cc33dd44ee55ff6600112233.0002", "Omar", "Quist", "omar.quist@icloud.example"),
  person("facebook", "10150000000000001", "Theo", "Marsh", "theo.marsh@mail.example"),
  person("facebook", "10150000000000002", "Nia", "Phone", null),
];

export interface People {
  list(provider: ProviderName): Person[];
  /** By the provider's own id or by address. */
  find(provider: ProviderName, key: string): Person | undefined;
  add(wish: Partial<Person> & { provider: ProviderName }): Person;
}

export function createPeople(world: World): People {
  const added = () =>
    world.db
      .all<{ body: string }>("select body from people order by rowid")
      .map((row) => JSON.parse(row.body) as Person);
  const all = () => [...BORN_HERE, ...added()];
  return {
    list: (provider) => all().filter((one) => one.provider === provider),
    find: (provider, key) =>
      all().findLast((one) => one.provider === provider && (one.id === key || one.email === key.toLowerCase())),
    add(wish) {
      const made: Person = {
        ...person(wish.provider, String(BigInt(`0x${randomBytes(8).toString("hex")}`)), "Alex", "Example", null),
        ...wish,
        email: wish.email?.toLowerCase() ?? null,
      };
      world.db.run("insert into people (body) values (?)", JSON.stringify(made));
      return made;
    },
  };
}

export const nameOf = (one: Person): string => `${one.given_name} ${one.family_name}`.trim();
