import { perWorld, type World } from "../world.ts";
import { createPeople, type People } from "./people.ts";
import type { Person } from "./person.ts";

export type TokenFault = "wrong-nonce" | "expired" | "wrong-audience" | "wrong-signature" | "other-app";
export const TOKEN_FAULTS: readonly TokenFault[] = [
  "wrong-nonce",
  "expired",
  "wrong-audience",
  "wrong-signature",
  "other-app",
];

/** How the next question of a provider is answered when no person sits before the page. */
export interface NextAnswer {
  person: Person | null;
  deny: boolean;
  hide_email: boolean;
}

/** What tests arrange, and what the providers remember of their people. */
export interface Steering {
  people: People;
  answerNext(provider: string, answer: NextAnswer | null): void;
  takeAnswer(provider: string): NextAnswer | null;
  faultNext(provider: string, fault: TokenFault | null): void;
  takeFault(provider: string): TokenFault | null;
  /** True the first time a person says yes to the product, and again after the consent was withdrawn. */
  consents(provider: string, id: string): boolean;
  withdraw(provider: string, id: string): boolean;
  consented(provider: string): string[];
  hidesEmail(id: string, choice?: boolean): boolean;
}

function createSteering(world: World): Steering {
  const answers = new Map<string, NextAnswer>();
  const faults = new Map<string, TokenFault>();
  const takeFrom = <T>(map: Map<string, T>, provider: string): T | null => {
    const found = map.get(provider) ?? null;
    map.delete(provider);
    return found;
  };
  const known = (provider: string, id: string) =>
    world.db.get("select 1 from consents where provider = ? and id = ?", provider, id) !== undefined;
  const keep = (provider: string, id: string) =>
    world.db.run("insert or ignore into consents (provider, id) values (?, ?)", provider, id);
  return {
    people: createPeople(world),
    answerNext: (provider, answer) => void (answer ? answers.set(provider, answer) : answers.delete(provider)),
    takeAnswer: (provider) => takeFrom(answers, provider),
    faultNext: (provider, fault) => void (fault ? faults.set(provider, fault) : faults.delete(provider)),
    takeFault: (provider) => takeFrom(faults, provider),
    consents(provider, id) {
      const first = !known(provider, id);
      keep(provider, id);
      return first;
    },
    withdraw(provider, id) {
      const had = known(provider, id);
      world.db.run("delete from consents where provider = ? and id = ?", provider, id);
      return had;
    },
    consented: (provider) =>
      world.db.all<{ id: string }>("select id from consents where provider = ?", provider).map((row) => row.id),
    hidesEmail(id, choice) {
      if (choice === true) keep("apple-relay", id);
      if (choice === false) world.db.run("delete from consents where provider = 'apple-relay' and id = ?", id);
      return known("apple-relay", id);
    },
  };
}

export const steeringOf = perWorld(createSteering);

/** Tables that every place to sign in shares. */
export const PEOPLE_TABLES = {
  people: "body text not null",
  consents: "provider text not null, id text not null, primary key (provider, id)",
};
