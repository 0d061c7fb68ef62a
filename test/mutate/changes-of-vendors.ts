/** Changes by which vendors of offers and surveys, or those who pretend to be one, would be believed too much. */
import type { Change } from "./changes.ts";

export const VENDORS: readonly Change[] = [
  {
    file: "src/modules/coins/torox/torox.ts",
    before: '      if (!from.has(received.address)) return refuse("foreign_address");\n',
    after: "",
    does: "whoever knows one callback of Torox writes its pay anew",
    tests: ["src/modules/coins/test/adapters-dialects.test.ts"],
  },
  {
    file: "src/modules/coins/generic/generic.ts",
    before: '      if (!sameHex(query.get("signature") ?? "", right)) return refuse("forged");\n',
    after: "",
    does: "anybody credits anything at the generic wall",
    tests: ["src/modules/coins/test/adapters-dialects.test.ts"],
  },
  {
    file: "src/modules/coins/generic/generic.ts",
    before: 'if (debug !== "" && debug !== "0" && debug !== "false") return refuse("test_mode");',
    after: 'if (debug === "never") return refuse("test_mode");',
    does: "what the wall sends to try the address is credited",
    tests: ["src/modules/coins/test/adapters-offers.test.ts"],
  },
  {
    file: "src/modules/coins/pollfish/pollfish.ts",
    before: ' || value.includes(":")',
    after: "",
    does: "one signed value stands for another",
    tests: ["src/modules/coins/test/adapters-surveys.test.ts"],
  },
  {
    file: "src/modules/coins/pollfish/pollfish.ts",
    before: 'query.has("debug") ? refuse("test_mode") : readCallback(query)',
    after: "readCallback(query)",
    does: "surveys of developer mode are credited",
    tests: ["src/modules/coins/test/adapters-surveys.test.ts"],
  },
  {
    file: "src/modules/coins/dialect/query.ts",
    before: "      if (found.has(name)) return null;\n",
    after: "",
    does: "a parameter that stands twice is read as its second value",
    tests: ["src/modules/coins/test/adapters-ayet.test.ts", "src/modules/coins/test/adapters-dialects.test.ts"],
  },
  {
    file: "src/modules/coins/dialect/amounts.ts",
    before: 'padEnd(digits, "0").slice(0, digits)',
    after: 'padEnd(digits, "9").slice(0, digits)',
    does: "amounts are counted up",
    tests: ["src/modules/coins/test/adapters-dialects.test.ts"],
  },
  {
    file: "src/modules/coins/adgem/adgem.ts",
    before: "settings.PUBLIC_URL + parts.signed",
    after: "parts.signed",
    does: "no callback of AdGem is believed",
    tests: ["src/modules/coins/test/adapters-dialects.test.ts"],
  },
  {
    file: "src/modules/coins/bitlabs/bitlabs.ts",
    before: 'kind === "reversal" ? (ref ?? undefined) : null',
    after: 'kind === "reversal" ? ref : null',
    does: "a reconciliation takes back what nobody named",
    tests: ["src/modules/coins/test/adapters-bitlabs.test.ts"],
  },
  {
    file: "src/modules/coins/ayet/ayet.ts",
    before: 'kind === "progress" && type !== "optional" ? null : readOptionalId',
    after: "readOptionalId",
    does: "the notice of an install stands in the way of what the install pays",
    tests: ["src/modules/coins/test/adapters-ayet.test.ts"],
  },
  {
    file: "src/modules/coins/torox/torox.ts",
    before: "(payout < 0n && coins > 0n) || ",
    after: "",
    does: "a callback that takes and gives at once is taken back",
    tests: ["src/modules/coins/test/adapters-offers.test.ts"],
  },
  {
    file: "src/modules/coins/theoremreach/theoremreach.ts",
    before: "return result && isSigned(target) ?",
    after: "return result ?",
    does: "anybody's address says how a survey ended",
    tests: ["src/modules/coins/test/adapters-surveys.test.ts"],
  },
];
