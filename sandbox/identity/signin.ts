import type { FastifyInstance, FastifyReply } from "fastify";
import { CREDENTIALS, type World } from "../world.ts";
import { appleEmail, registerApple } from "./apple.ts";
import { registerFacebook } from "./facebook.ts";
import { googleClaims, registerGoogle } from "./google.ts";
import { type Person, PROVIDER_NAMES, type ProviderName } from "./people.ts";
import { createSteering, type Steering, TOKEN_FAULTS, type TokenFault } from "./steering.ts";

interface Wish {
  provider?: ProviderName;
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
function named(steering: Steering, wish: Wish, provider: ProviderName, reply: FastifyReply): Person | null {
  const person = steering.people.find(provider, wish.person ?? "");
  if (!person) void reply.code(404).send({ error: "There is no such person at this provider." });
  return person ?? null;
}

/** Google, Apple and Facebook as the places where people sign in, and the control calls that steer them. */
export function registerSignIn(app: FastifyInstance, world: World): void {
  const steering = createSteering(world);
  const google = registerGoogle(app, world, steering);
  const apple = registerApple(app, world, steering);
  const facebook = registerFacebook(app, world, steering);
  const product = world.settings.productUrl;

  const post = async (path: string, body: string, type: string) => {
    const answer = await fetch(`${product}${path}`, { method: "POST", headers: { "content-type": type }, body });
    const text = await answer.text();
    return { status: answer.status, body: text };
  };

  app.get("/control/signin", () =>
    Object.fromEntries(
      PROVIDER_NAMES.map((name) => [name, { people: steering.people.list(name), consented: steering.consented(name) }]),
    ),
  );

  app.post<{ Body: (Partial<Person> & { provider: ProviderName }) | null }>(
    "/control/signin/people",
    (request, reply) => {
      const wish = request.body;
      if (!wish || !PROVIDER_NAMES.includes(wish.provider)) return reply.code(400).send({ error: "Name a provider." });
      return { person: steering.people.add(wish) };
    },
  );

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

  app.post<{ Body: Wish | null }>("/control/signin/credential", async (request, reply) => {
    const wish = request.body ?? {};
    const person = named(steering, wish, "google", reply);
    if (!person) return reply;
    const credential = await google.sign(
      {
        sub: person.id,
        aud: wish.audience ?? CREDENTIALS.google.client,
        azp: CREDENTIALS.google.client,
        ...(wish.nonce === undefined ? {} : { nonce: wish.nonce }),
        ...googleClaims(world, person),
      },
      wish.seconds ?? 3_600,
    );
    return { credential };
  });

  app.post<{ Body: Wish | null }>("/control/signin/apple-notify", async (request, reply) => {
    const wish = request.body ?? {};
    const person = named(steering, wish, "apple", reply);
    if (!person) return reply;
    if (wish.type === "consent-revoked" || wish.type === "account-delete") steering.withdraw("apple", person.id);
    const { email, is_private_email } = { is_private_email: "false", ...appleEmail(steering, person) };
    const told = wish.type?.startsWith("email-") ? { email, is_private_email } : {};
    const at = world.clock.now() - (wish.age_ms ?? 0);
    const event_time = wish.unit === "seconds" ? Math.floor(at / 1_000) : at;
    const events = { type: wish.type ?? "consent-revoked", sub: person.id, event_time, ...told };
    const payload = await apple.sign(
      {
        aud: wish.audience ?? CREDENTIALS.apple.client,
        events: JSON.stringify(events),
        ...(wish.issuer === undefined ? {} : { iss: wish.issuer }),
      },
      wish.ends_in ?? null,
    );
    return post("/hooks/apple", JSON.stringify({ payload: wish.forged ? `${payload}x` : payload }), "application/json");
  });

  app.post<{ Body: Wish | null }>("/control/signin/facebook-delete", async (request, reply) => {
    const wish = request.body ?? {};
    const person = named(steering, wish, "facebook", reply);
    if (!person) return reply;
    const form = new URLSearchParams({ signed_request: facebook.signedRequest(person, wish.forged ?? false) });
    return post("/hooks/facebook/data-deletion", form.toString(), "application/x-www-form-urlencoded");
  });
}
