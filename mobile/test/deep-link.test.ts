/** Links lead to our own pages and nowhere else, however they are written. */
import { describe, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { pathOfAlert } from "../src/alerts.ts";
import { followLinks, isOutsideSignIn } from "../src/bridge.ts";
import { pathOfLink } from "../src/deep-link.ts";
import { firstAddress } from "../src/start.ts";
import { fakePhone } from "./fake-phone.ts";

const home = { site: "https://tuppence.example", scheme: tuppence.app.scheme, hosts: ["www.tuppence.example"] };
const token = "tok_0123456789abcdef";

describe("a link of the app", () => {
  it.each([
    ["tuppence://mobile/dashboard", "/mobile/dashboard"],
    ["tuppence://mobile/rebates/nonav", "/mobile/rebates/nonav"],
    ["tuppence://account/order/ord_1?from=push#top", "/account/order/ord_1?from=push#top"],
    ["tuppence://authorized", "/mobile/dashboard"],
    [`tuppence://authorized?token=${token}`, `/token/callback/${token}?to=%2Fmobile%2Fdashboard`],
    ["https://tuppence.example/mobile/billing?lang=es", "/mobile/billing?lang=es"],
    ["https://www.tuppence.example/n/abc", "/n/abc"],
    ["/account/notifications", "/account/notifications"],
  ])("%s leads to %s", (link, path) => {
    expect(pathOfLink(link, home)).toBe(path);
  });

  it.each([
    ["another host", "https://tuppence.example.evil.example/mobile/dashboard"],
    ["a host before an at sign", "https://tuppence.example@evil.example/"],
    ["no encryption", "http://tuppence.example/mobile/dashboard"],
    ["another port", "https://tuppence.example:8443/mobile/dashboard"],
    ["another scheme", "intent://mobile/dashboard#Intent;scheme=tuppence;end"],
    ["a scheme that begins alike", "tuppences://mobile/dashboard"],
    ["a script", "javascript:alert(1)"],
    ["a script behind our scheme", "tuppence:javascript:alert(1)"],
    ["data", "data:text/html,<script>1</script>"],
    ["a file", "file:///etc/hosts"],
    ["a host of others as a path", "tuppence:////evil.example/"],
    ["a host of others as our path", "tuppence:///evil.example"],
    ["a path with two slashes", "//evil.example/mobile"],
    ["backslashes", "tuppence://\\evil.example"],
    ["a line end", "tuppence://mobile/\ndashboard"],
    ["a sign-out", "tuppence://logout"],
    ["a sign-in's circle", "tuppence://mobile-login-full-page-redirect?redirect=tuppence://x"],
    ["a token that is none", "tuppence://authorized?token=../../logout"],
    ["an extension's page", "chrome-extension://ihkcfpbnmeahlfgjbkdcaopelgmnfjtp/popup.html"],
    ["nothing", ""],
    ["too much", `tuppence://mobile/${"a".repeat(3_000)}`],
  ])("with %s leads nowhere", (_what, link) => {
    expect(pathOfLink(link, home)).toBeNull();
  });
});

it("leads a touched alert as a link, and nowhere without one", () => {
  expect(pathOfAlert({ navigate: "https://tuppence.example/n/psh_1" }, home)).toBe("/n/psh_1");
  // Told by the host of its member's partner, which the app is not at home on: the same alert of ours.
  expect(pathOfAlert({ navigate: "https://shipright.tuppence.example/n/psh_1" }, home)).toBe("/n/psh_1");
  for (const data of [{ navigate: "https://evil.example/" }, { navigate: 7 }, {}, null, "x"])
    expect(pathOfAlert(data, home)).toBeNull();
});

it.each([
  [undefined, "/mobile/dashboard?from=app"],
  ["tuppence://mobile/billing", "/mobile/billing"],
  ["https://evil.example/mobile/billing", "/mobile/dashboard?from=app"],
])("opened by %s starts at %s", async (url, path) => {
  const { phone } = fakePhone({ launch: url });
  expect(await firstAddress(phone, home)).toBe(home.site + path);
});

it("follows links and touched alerts while it runs, and does nothing for those of others", () => {
  const { phone, tell, closed } = fakePhone({});
  const went: string[] = [];
  followLinks(phone, home, (path) => went.push(path));
  tell("appUrlOpen", { url: "tuppence://mobile/rebates" });
  tell("appUrlOpen", { url: "https://evil.example/mobile/rebates" });
  tell("pushNotificationActionPerformed", { notification: { data: { navigate: "/n/psh_1" } } });
  tell("pushNotificationActionPerformed", { notification: { data: { navigate: "//evil.example" } } });
  expect(went).toEqual(["/mobile/rebates", "/n/psh_1"]);
  expect(closed()).toBe(1);
});

it("signs in outside of the app with other accounts alone", () => {
  expect(isOutsideSignIn("https://tuppence.example/oauth/google?to=%2F", home.site)).toBe(true);
  expect(isOutsideSignIn("https://tuppence.example/account", home.site)).toBe(false);
  expect(isOutsideSignIn("https://evil.example/oauth/google", home.site)).toBe(false);
  expect(isOutsideSignIn("", home.site)).toBe(false);
});
