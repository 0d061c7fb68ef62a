import { randomBytes } from "node:crypto";
import type { World } from "../world.ts";
import { type Person, person } from "./person.ts";

export interface People {
  list(provider: string): Person[];
  /** By the provider's own id or by address. */
  find(provider: string, key: string): Person | undefined;
  add(wish: Partial<Person> & { provider: string }): Person;
}

export function createPeople(world: World): People {
  const added = () =>
    world.db
      .all<{ body: string }>("select body from people order by rowid")
      .map((row) => JSON.parse(row.body) as Person);
  const all = () => [...world.providers.flatMap(({ signIn }) => signIn?.people ?? []), ...added()];
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
