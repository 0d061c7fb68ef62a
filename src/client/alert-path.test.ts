import { expect, it } from "vitest";
import { pageOfAlert } from "./alert-path.ts";

const OURS = "https://www.tuppence.example";

it.each([
  [`${OURS}/n/0199-ab`, "/n/0199-ab"],
  ["/n/0199-ab", "/n/0199-ab"],
  // Told by a partner's host, shown under ours.
  ["https://shipright.tuppence.example/n/0199-ab", "/n/0199-ab"],
  ["https://shipright.tuppence.example/n/0199-ab?to=//evil.example", "/n/0199-ab"],
  [undefined, "/account/notifications"],
  ["https://evil.example/login", "/account/notifications"],
  ["https://evil.example/n/../login", "/account/notifications"],
  ["https://evil.example/n/a/b", "/account/notifications"],
  ["//evil.example", "/account/notifications"],
  ["javascript:alert(1)", "/account/notifications"],
  ["https://", "/account/notifications"],
])("an alert that names %s leads to %s of ours", (navigate, path) => {
  expect(pageOfAlert(navigate, OURS)).toBe(OURS + path);
});
