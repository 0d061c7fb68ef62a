import { describe, expect, it } from "vitest";
import { readReturnTarget, withToken } from "../return-target.ts";

const UUID = "d56a5b99-51b6-4e83-ab23-796216679614";
const ID = "ihkcfpbnmeahlfgjbkdcaopelgmnfjtp";
const allowed = { publicUrl: "https://shop.example", scheme: "tuppence", extensionIds: [ID] };

describe("where a sign-in may lead", () => {
  it.each([
    ["/account/referrals?x=1#y", "path", "/account/referrals?x=1#y"],
    ["/nike-coupons", "path", "/nike-coupons"],
    ["https://shop.example/stores", "path", "/stores"],
    ["tuppence://authorized", "app", "tuppence://authorized"],
    ["tuppence://mobile/dashboard?tab=1", "app", "tuppence://mobile/dashboard?tab=1"],
  ])("%s is a target", (text, kind, to) => expect(readReturnTarget(text, allowed)).toEqual({ kind, to }));

  it.each([
    [`chrome-extension://${ID}/popup.html`, `chrome-extension://${ID}`],
    [`https://${ID}.chromiumapp.org/done`, `chrome-extension://${ID}`],
    [`moz-extension://${UUID}/`, `moz-extension://${UUID}`],
    [`safari-web-extension://${UUID}/`, `safari-web-extension://${UUID}`],
    // The id is a number, which Safari writes in capitals in one place and not in another.
    [`safari-web-extension://${UUID.toUpperCase()}/`, `safari-web-extension://${UUID}`],
    [`SAFARI-WEB-EXTENSION://${UUID}/`, `safari-web-extension://${UUID}`],
  ])("%s is the extension", (text, origin) =>
    expect(readReturnTarget(text, allowed)).toEqual({ kind: "extension", origin }),
  );

  it("a brand without the extension leads to none, and a developer's machine to unpacked ones", () => {
    const other = "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    for (const text of [`chrome-extension://${ID}/`, `moz-extension://${UUID}/`, `safari-web-extension://${UUID}/`])
      expect(readReturnTarget(text, { ...allowed, extensionIds: [] })).toBe(null);
    expect(readReturnTarget(`${other}/`, allowed)).toBe(null);
    expect(readReturnTarget(`${other}/`, { ...allowed, publicUrl: "http://localhost:3000" })).toEqual({
      kind: "extension",
      origin: other,
    });
  });

  it.each([
    null,
    "",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "https://shop.example@evil.example/",
    "https://user:pass@shop.example/",
    "https://shop.example.evil.example/",
    "http://shop.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "JAVASCRIPT:alert(1)",
    "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/popup.html",
    `https://${ID}.chromiumapp.org.evil.example/`,
    `https://x.${ID}.chromiumapp.org/`,
    `moz-extension://${ID}/`,
    `moz-extension://${UUID}.evil.example/`,
    `moz-extension://${UUID}@evil.example/`,
    `safari-web-extension://${UUID}`,
    `safari-web-extension:${UUID}/`,
    `safari-web-extension:/${UUID}/`,
    `safari-web-extension:///${UUID}/`,
    `safari-web-extension://${UUID}/popup.html`,
    `safari-web-extension://${UUID}//`,
    `safari-web-extension://${UUID}/?x`,
    `safari-web-extension://${UUID}/#x`,
    `safari-web-extension://${UUID}:443/`,
    `safari-web-extension://${UUID}.evil.example/`,
    `safari-web-extension://${UUID}@evil.example/`,
    `safari-web-extension://evil.example@${UUID}/`,
    `safari-web-extension://${UUID}%2f/`,
    `safari-web-extension://${ID}/`,
    `safari-web-extension://${UUID.slice(0, -1)}/`,
    `safari-web-extension://${UUID}0/`,
    `safari-web-extension://${UUID.replace("d", "g")}/`,
    `safari-web-extension://${UUID.replaceAll("-", "")}/`,
    `safari-web-extension://{${UUID}}/`,
    "safari-web-extension://evil.example/",
    `safari-extension://${UUID}/`,
    `safari-web-extensions://${UUID}/`,
    `safari-web-extension.evil://${UUID}/`,
    `x-safari-web-extension://${UUID}/`,
    `webkit-extension://${UUID}/`,
    `https://safari-web-extension/${UUID}/`,
    `http://${ID}.chromiumapp.org/`,
    `https://${ID}/`,
    "tuppence:alert(1)",
    "tuppences://x",
    'tuppence://x"onload=1',
    "intent://x#Intent;scheme=tuppence;end",
    "account",
    "/login",
    "/LOGIN?x",
    "/logout",
    "/login-full-page-redirect?redirect=/x",
    "/.//evil.example",
    `/${"a".repeat(3_000)}`,
  ])("%j is none", (text) => expect(readReturnTarget(text, allowed)).toBeNull());

  it("gives a token to the app's links", () => {
    expect(withToken("tuppence://a?b=1#c", "t/")).toBe("tuppence://a?b=1&token=t%2F#c");
  });
});
