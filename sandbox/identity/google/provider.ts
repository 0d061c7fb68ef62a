import { type Provider, perWorld, type World } from "../../world.ts";
import { createOpenid, pictureOf } from "../openid.ts";
import { nameOf, type Person, person } from "../person.ts";
import { PEOPLE_TABLES, steeringOf } from "../steering.ts";
import { named, type Wish } from "../wish.ts";

const GOOGLE = { client: "sandbox-google-client", secret: "sandbox-google-secret" } as const;
const FACE = {
  name: "google",
  title: "Google",
  signIn: {
    tint: "#1f5fbf",
    ask: "Choose an account to continue to Tuppence",
    people: [
      person("google", "108300000000000000001", "Rosa", "Delgado", "rosa.delgado@gmail.example"),
      person("google", "108300000000000000002", "Sam", "Okafor", "sam@harbor-works.example", {
        hd: "harbor-works.example",
      }),
      person("google", "108300000000000000003", "Uma", "Verne", "uma@unproven.example", { email_verified: false }),
    ],
  },
};

const googleClaims = (world: World, person: Person) => ({
  email: person.email,
  email_verified: person.email_verified,
  ...(person.hd === null ? {} : { hd: person.hd }),
  name: nameOf(person),
  given_name: person.given_name,
  family_name: person.family_name,
  picture: pictureOf(world, person),
  locale: "en",
});

const openidOf = perWorld((world) =>
  createOpenid(world, {
    face: FACE,
    client: { id: GOOGLE.client, secret: GOOGLE.secret },
    routes: {
      authorization: "/o/oauth2/v2/auth",
      token: "/token",
      jwks: "/oauth2/v3/certs",
      userinfo: "/v1/userinfo",
      revocation: "/revoke",
    },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified", "hd"],
      profile: ["name", "given_name", "family_name", "picture", "locale"],
    },
    claimsOf: (one) => googleClaims(world, one),
    pkce: true,
    refreshes: false,
    deniedWith: "access_denied",
  }),
);

export const google: Provider = {
  ...FACE,
  credentials: GOOGLE,
  tables: PEOPLE_TABLES,
  routes: (app, world) => openidOf(world).mount(app),
  control(app, world) {
    app.post<{ Body: Wish | null }>("/control/signin/credential", async (request, reply) => {
      const wish = request.body ?? {};
      const one = named(steeringOf(world), wish, "google", reply);
      if (!one) return reply;
      const credential = await openidOf(world).sign(
        {
          sub: one.id,
          aud: wish.audience ?? GOOGLE.client,
          azp: GOOGLE.client,
          ...(wish.nonce === undefined ? {} : { nonce: wish.nonce }),
          ...googleClaims(world, one),
        },
        wish.seconds ?? 3_600,
      );
      return { credential };
    });
  },
};
