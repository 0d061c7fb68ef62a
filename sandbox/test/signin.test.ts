import { createHmac, randomBytes } from "node:crypto";
import { createLocalJWKSet, decodeJwt, importPKCS8, jwtVerify, SignJWT } from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/settings.ts";
import { cookiesOf, type Running, run } from "./running.ts";

let world: Running;
let product: string;
beforeAll(async () => {
  product = "http://localhost:3999";
  world = await run({ productUrl: product });
});
afterAll(() => world.close());

/** Follows a browser's way from the authorization address to the answer, through cookies and redirects. */
async function walk(start: string): Promise<Response> {
  let cookie = "";
  let at = start;
  for (let steps = 0; steps < 8; steps += 1) {
    const reply = await world.call(at, { cookie });
    cookie = cookiesOf(reply, cookie);
    const next = reply.headers.get("location");
    if (!next || next.startsWith(product)) return reply;
    at = new URL(next, world.sandbox.url).href;
  }
  throw new Error("too many redirects");
}

describe("Google", () => {
  const redirect_uri = "http://localhost:3999/auth/google/callback";
  async function client(secret = "sandbox-google-secret") {
    return oidc.discovery(new URL(`${world.sandbox.url}/google`), "sandbox-google-client", secret, undefined, {
      execute: [oidc.allowInsecureRequests],
    });
  }
  async function authorize(config: oidc.Configuration) {
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: "openid email profile",
      state,
      nonce,
      prompt: "select_account",
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const answer = await walk(url.href);
    const back = new URL(answer.headers.get("location") ?? "http://none");
    return { back, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce } };
  }

  it("signs a person in by code and PKCE, once", async () => {
    const config = await client();
    await world.control("signin/next", { provider: "google", person: "sam@harbor-works.example" });
    const { back, checks } = await authorize(config);
    const tokens = await oidc.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({
      email: "sam@harbor-works.example",
      email_verified: true,
      hd: "harbor-works.example",
      name: "Sam Okafor",
    });
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toThrow();
  });

  it("wants the verifier that belongs to the code, and tells of a no", async () => {
    const config = await client();
    await world.control("signin/next", { provider: "google", person: "rosa.delgado@gmail.example" });
    const { back, checks } = await authorize(config);
    await expect(
      oidc.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }),
    ).rejects.toThrow();
    await world.control("signin/next", { provider: "google", deny: true });
    const denied = await authorize(config);
    expect(denied.back.searchParams.get("error")).toBe("access_denied");
  });

  it.each(["wrong-nonce", "expired", "wrong-audience", "wrong-signature"])(
    "can send an ID token with a %s",
    async (fault) => {
      const config = await client();
      await world.control("signin/next", { provider: "google", person: "rosa.delgado@gmail.example" });
      await world.control("signin/fault", { provider: "google", fault });
      const { back, checks } = await authorize(config);
      const keys = await (await world.call("/google/oauth2/v3/certs")).json();
      const form = await (
        await world.call("/google/token", {
          form: {
            grant_type: "authorization_code",
            code: back.searchParams.get("code") ?? "",
            redirect_uri,
            client_id: "sandbox-google-client",
            client_secret: "sandbox-google-secret",
            code_verifier: checks.pkceCodeVerifier,
          },
        })
      ).json();
      const { id_token } = form as { id_token: string };
      const verified = await jwtVerify(id_token, createLocalJWKSet(keys), {
        audience: "sandbox-google-client",
        issuer: `${world.sandbox.url}/google`,
      }).then(
        ({ payload }) => payload.nonce === checks.expectedNonce,
        () => false,
      );
      expect(verified).toBe(false);
    },
  );

  it("shows a page with its people and a way to say no", async () => {
    const { back } = await authorize(await client());
    expect(back.host).toBe("none");
  });
});

describe("Apple", () => {
  const redirect_uri = "http://localhost:3999/auth/apple/callback";
  const secret = async (seconds = 300, change: Record<string, string> = {}) => {
    const key = await importPKCS8(
      `-----BEGIN PRIVATE KEY-----\n${readConfig({}).APPLE_PRIVATE_KEY}\n-----END PRIVATE KEY-----`,
      "ES256",
    );
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: "sandboxkey" })
      .setIssuer(change.team ?? "sandboxtea")
      .setSubject("sandbox.tuppence.web")
      .setAudience(`${world.sandbox.url}/apple`)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key);
  };
  const authorize = (more: Record<string, string> = {}) =>
    walk(
      `/apple/auth/authorize?${new URLSearchParams({ client_id: "sandbox.tuppence.web", redirect_uri, response_type: "code", response_mode: "form_post", scope: "openid name email", state: "s".repeat(43), nonce: "n".repeat(43), ...more })}`,
    );
  const field = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&quot;", '"');
  const exchange = async (code: string, client_secret: string) =>
    world.call("/apple/auth/token", {
      form: { grant_type: "authorization_code", code, redirect_uri, client_id: "sandbox.tuppence.web", client_secret },
    });

  it("posts its answer, with the name the first time only, and takes no secret that lives too long", async () => {
    expect((await authorize({ response_mode: "query" })).status).toBe(400);
    await world.control("signin/next", { provider: "apple", person: "lena.park@icloud.example", hide_email: true });
    const first = await (await authorize()).text();
    expect(first).toContain(`action="${redirect_uri}"`);
    expect(JSON.parse(field(first, "user") ?? "{}")).toMatchObject({ name: { firstName: "Lena", lastName: "Park" } });
    const code = field(first, "code") ?? "";
    expect((await exchange(code, await secret(15_777_001))).status).toBe(400);
    expect((await exchange(code, await secret(300, { team: "otherteam1" }))).status).toBe(400);
    const reply = (await (await exchange(code, await secret())).json()) as { id_token: string; refresh_token: string };
    expect(decodeJwt(reply.id_token)).toMatchObject({
      email_verified: "true",
      is_private_email: "true",
      email: expect.stringMatching(/@privaterelay\.appleid\.example$/),
      nonce: "n".repeat(43),
    });
    await world.control("signin/next", { provider: "apple", person: "lena.park@icloud.example", hide_email: true });
    expect(field(await (await authorize()).text(), "user")).toBeUndefined();
    const revoke = await world.call("/apple/auth/revoke", {
      form: {
        token: reply.refresh_token,
        token_type_hint: "refresh_token",
        client_id: "sandbox.tuppence.web",
        client_secret: await secret(),
      },
    });
    expect(revoke.status).toBe(200);
    const { apple } = await world.control<{ apple: { consented: string[] } }>("signin");
    expect(apple.consented).toEqual([]);
  });
});

describe("Facebook", () => {
  const redirect_uri = "http://localhost:3999/auth/facebook/callback";
  const proof = (token: string) => createHmac("sha256", "sandbox-facebook-secret").update(token).digest("hex");
  const ask = async (person: string) => {
    await world.control("signin/next", { provider: "facebook", person });
    const reply = await walk(
      `/facebook/v24.0/dialog/oauth?${new URLSearchParams({ client_id: "sandbox-facebook-app", redirect_uri, state: "abc", scope: "email,public_profile" })}`,
    );
    return new URL(reply.headers.get("location") ?? "");
  };
  const token = async (code: string) =>
    world.call(
      `/facebook/v24.0/oauth/access_token?${new URLSearchParams({ client_id: "sandbox-facebook-app", client_secret: "sandbox-facebook-secret", redirect_uri, code })}`,
    );

  it("gives a code, a token and a person; proof is needed, and an address is not always there", async () => {
    const back = await ask("10150000000000002");
    expect([back.hash, back.searchParams.get("state")]).toEqual(["#_=_", "abc"]);
    const code = back.searchParams.get("code") ?? "";
    const { access_token } = (await (await token(code)).json()) as { access_token: string };
    expect((await token(code)).status).toBe(400);
    const me = (more: string) =>
      world.call(`/facebook/v24.0/me?fields=id,name,email&access_token=${access_token}${more}`);
    expect((await me("")).status).toBe(400);
    expect((await me(`&appsecret_proof=${randomBytes(32).toString("hex")}`)).status).toBe(400);
    expect(await (await me(`&appsecret_proof=${proof(access_token)}`)).json()).toEqual({
      id: "10150000000000002",
      name: "Nia Phone",
    });
    const debugged = await world.call(
      `/facebook/v24.0/debug_token?input_token=${access_token}&access_token=${encodeURIComponent("sandbox-facebook-app|sandbox-facebook-secret")}`,
    );
    expect(await debugged.json()).toMatchObject({ data: { app_id: "sandbox-facebook-app", is_valid: true } });
  });
});
