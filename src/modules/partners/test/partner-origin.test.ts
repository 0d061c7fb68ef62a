import { describe, expect, it } from "vitest";
import { isPartnerOrigin } from "../partner-origin.ts";

const PUBLIC_URL = "https://shop.example";
const brands = [{ partner_name: "joinsmarty", hosts: ["joinsmarty.example"] }];

describe("which pages are a partner's own", () => {
  it.each(["https://joinsmarty.example"])("%s is", (origin) =>
    expect(isPartnerOrigin(origin, brands, PUBLIC_URL)).toBe(true),
  );
  it.each([
    null,
    "",
    "null",
    "http://joinsmarty.example",
    "https://joinsmarty.example/",
    "https://joinsmarty.example:8443",
    "https://joinsmarty.example.evil.example",
    "https://evil.example",
    "http://joinsmarty.localhost:3000",
    "https://shop.example",
  ])("%j is not", (origin) => expect(isPartnerOrigin(origin, brands, PUBLIC_URL)).toBe(false));
  it("allows a developer's own machine only where the service runs on one", () => {
    const local = "http://localhost:3000";
    expect(isPartnerOrigin("http://joinsmarty.localhost:4100", brands, local)).toBe(true);
    expect(isPartnerOrigin("http://evil.localhost:4100", brands, local)).toBe(false);
    expect(isPartnerOrigin(local, brands, local)).toBe(true);
  });
});
