import type { FastifyInstance } from "fastify";
import { CREDENTIALS, type World } from "../world.ts";
import { type Openid, pictureOf, registerOpenid } from "./openid.ts";
import { nameOf, type Person } from "./people.ts";
import type { Steering } from "./steering.ts";

export const googleClaims = (world: World, person: Person) => ({
  email: person.email,
  email_verified: person.email_verified,
  ...(person.hd === null ? {} : { hd: person.hd }),
  name: nameOf(person),
  given_name: person.given_name,
  family_name: person.family_name,
  picture: pictureOf(world, person),
  locale: "en",
});

export function registerGoogle(app: FastifyInstance, world: World, steering: Steering): Openid {
  return registerOpenid(app, world, steering, {
    name: "google",
    client: { id: CREDENTIALS.google.client, secret: CREDENTIALS.google.secret },
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
    claimsOf: (person) => googleClaims(world, person),
    pkce: true,
    deniedWith: "access_denied",
  });
}
