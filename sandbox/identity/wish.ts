import type { FastifyReply } from "fastify";
import type { World } from "../world.ts";
import type { Person } from "./person.ts";
import type { Steering, TokenFault } from "./steering.ts";

/** What the body of a control call may ask of a place to sign in. */
export interface Wish {
  provider?: string;
  person?: string;
  deny?: boolean;
  hide_email?: boolean;
  fault?: TokenFault | null;
  type?: string;
  forged?: boolean;
  nonce?: string;
  audience?: string;
  seconds?: number;
  /** Of a note: the name it is signed under, the unit of its time, an end of its life, and how old it is. */
  issuer?: string;
  unit?: "seconds" | "milliseconds";
  ends_in?: number;
  age_ms?: number;
}

/** Finds the person a wish names, or answers that there is none. */
export function named(steering: Steering, wish: Wish, provider: string, reply: FastifyReply): Person | null {
  const person = steering.people.find(provider, wish.person ?? "");
  if (!person) void reply.code(404).send({ error: "There is no such person at this provider." });
  return person ?? null;
}

/** Tells the product something; answers with what it said. */
export async function post(world: World, path: string, body: string, type: string) {
  const url = `${world.settings.productUrl}${path}`;
  const answer = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
  const text = await answer.text();
  return { status: answer.status, body: text };
}
