import type { FastifyInstance } from "fastify";
import type { World } from "../world.ts";
import type { Person } from "./person.ts";
import { steeringOf, TOKEN_FAULTS } from "./steering.ts";
import { named, type Wish } from "./wish.ts";

/** What tests can arrange at every place where people sign in. */
export function registerSignInControl(app: FastifyInstance, world: World): void {
  const steering = steeringOf(world);
  const names = world.providers.filter(({ signIn }) => signIn).map(({ name }) => name);

  app.get("/control/signin", () =>
    Object.fromEntries(
      names.map((name) => [name, { people: steering.people.list(name), consented: steering.consented(name) }]),
    ),
  );

  app.post<{ Body: (Partial<Person> & { provider: string }) | null }>("/control/signin/people", (request, reply) => {
    const wish = request.body;
    if (!wish || !names.includes(wish.provider)) return reply.code(400).send({ error: "Name a provider." });
    return { person: steering.people.add(wish) };
  });

  app.post<{ Body: Wish | null }>("/control/signin/next", (request, reply) => {
    const wish = request.body ?? {};
    if (!wish.provider) return reply.code(400).send({ error: "Name a provider." });
    const person = wish.deny ? null : named(steering, wish, wish.provider, reply);
    if (!person && !wish.deny) return reply;
    steering.answerNext(wish.provider, { person, deny: wish.deny ?? false, hide_email: wish.hide_email ?? false });
    return { next: wish };
  });

  app.post<{ Body: Wish | null }>("/control/signin/fault", (request, reply) => {
    const { provider, fault = null } = request.body ?? {};
    if (!provider || (fault !== null && !TOKEN_FAULTS.includes(fault)))
      return reply.code(400).send({ error: `Name a provider and a fault out of ${TOKEN_FAULTS.join(", ")}.` });
    steering.faultNext(provider, fault);
    return { provider, fault };
  });
}
