/** Attacks that need whole pages: being led to another site, posts from another site, pages in a frame, links looked at. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;
let cookie: string;

beforeAll(async () => {
  product = await startProduct();
  const answer = await fetch(`${product.url}/api/web/register`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify({
      name: "Vera Victim",
      email: "vera@example.com",
      password: "copper penny passbook",
      password_confirmation: "copper penny passbook",
    }),
  });
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
});
afterAll(() => product?.close());

const ELSEWHERE = [
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/%09/evil.example",
  "/%2f%2fevil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://localhost@evil.example/",
  ".evil.example",
  "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html",
  "tuppence.evil://x",
  "/x\r\nset-cookie: a=b",
];
/** Every parameter of a page that says where to go, and the cookie that does. */
const LEADING = [
  "/login?to=",
  "/register?to=",
  "/oauth/google?to=",
  "/oauth/apple?to=",
  "/oauth/facebook?to=",
  "/login-full-page?redirect=",
  "/login-full-page-redirect?redirect=",
  "/mobile-login-full-page-redirect?redirect=",
  "/mobile/force-login-then-redirect?redirect=",
  "/mobile/authorized?redirect=",
  "/token/callback/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx?to=",
  "/refer?ref=",
  "/logout?to=",
  "/marlow-finch-coupons/redirecting?to=",
];

function leadsAway(location: string | null): boolean {
  if (location === null) return false;
  const to = new URL(location, product.url);
  // A provider that somebody chose to sign in with is where they are meant to go.
  return to.origin !== product.url && !location.startsWith(product.sandbox.url) && to.protocol !== "tuppence:";
}

it("leads nobody to another site", async () => {
  const away: string[] = [];
  for (const path of LEADING) {
    for (const target of ELSEWHERE) {
      for (const session of ["", cookie]) {
        const response = await fetch(product.url + path + encodeURIComponent(target), {
          redirect: "manual",
          headers: { cookie: `${session}; auth_redirect_url=${encodeURIComponent(target)}` },
        });
        const location = response.headers.get("location");
        const body = await response.text();
        if (leadsAway(location)) away.push(`${path}${target}: ${location}`);
        if (response.headers.getSetCookie().some((line) => /^a=b/.test(line))) away.push(`${path}: a cookie got in`);
        if (/(href|action)="(https?:)?\/\/evil|href="javascript:/i.test(body))
          away.push(`${path}${target}: a link in the page`);
        if (response.status >= 500 && response.status !== 501) away.push(`${path}${target}: ${response.status}`);
      }
    }
  }
  expect(away).toEqual([]);
});

it("takes no form from another site, and shows no page in a frame", async () => {
  for (const path of ["/login", "/register", "/password/reset", "/account/withdrawal", "/logout"]) {
    const response = await fetch(product.url + path, {
      method: "POST",
      redirect: "manual",
      headers: {
        cookie,
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "email=vera@example.com&password=x",
    });
    expect([path, response.status]).toEqual([path, 403]);
    const page = await fetch(product.url + path, { headers: { cookie } });
    expect(page.headers.get("content-security-policy"), path).toMatch(/frame-ancestors 'none'/);
    expect(page.headers.get("x-frame-options"), path).toBe("DENY");
  }
  const led = await fetch(`${product.url}/logout`, {
    redirect: "manual",
    headers: { cookie, "sec-fetch-site": "cross-site" },
  });
  expect(led.headers.getSetCookie().filter((line) => /Max-Age=0/.test(line))).toEqual([]);
});

it("uses no link up that is only looked at", async () => {
  const { identity, database } = product.wired;
  const { rows } = await database.pool.query("select user_id from identity.users where email = 'vera@example.com'");
  const token = await identity.oneTimeToken(rows[0].user_id, null);
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(`${product.url}/token/callback/${token}`, { method, redirect: "manual" });
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  const used = await fetch(`${product.url}/token/callback/${token}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url, "content-type": "application/x-www-form-urlencoded" },
  });
  expect(used.status).toBe(303);
  expect(used.headers.getSetCookie().join()).toMatch(/tp_bind=/);
});
