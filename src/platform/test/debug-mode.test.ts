import { expect, it } from "vitest";
import { withDebug } from "../debug-mode.ts";

it.each([
  ["/stores", "/a?debug=true", "/stores?debug=true"],
  ["/stores?page=2#foot", "/a?b=1&debug=true", "/stores?page=2&debug=true#foot"],
  ["https://shop.example/x?y=1", "/go/x?debug=true", "https://shop.example/x?y=1&debug=true"],
  ["/stores?debug=true", "/a?debug=true", "/stores?debug=true"],
  ["/stores", "/a?debug=trueish", "/stores"],
  ["/stores", "/a?nodebug=true", "/stores"],
  ["tuppence://authorized", "/a?debug=true", "tuppence://authorized"],
])("takes debug=true along (SPEC §9): to %s from %s", (to, from, led) => expect(withDebug(to, from)).toBe(led));
