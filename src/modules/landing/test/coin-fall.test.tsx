import { describe, expect, it } from "vitest";
import { loadWithEffects } from "../../../../test/support/with-effects.ts";
import { drawDelays } from "../web/coin-fall.tsx";

describe("the coins of a success page (SPEC §9)", () => {
  it("come late by chance, from at once to the limit and never beyond", () => {
    expect(drawDelays(Uint32Array.of(0, 2 ** 31, 2 ** 32 - 1))).toEqual([0, 2_500, 5_000]);
    const [one, other] = [0, 1].map(() => drawDelays(crypto.getRandomValues(new Uint32Array(10))));
    expect(one).not.toEqual(other);
    for (const delay of one ?? []) expect(delay).toBeLessThanOrEqual(5_000);
  });

  it("are 50 to 140 px wide, and both occur", async () => {
    const { CoinFall, draw } = await loadWithEffects(() => import("../web/coin-fall.tsx"));
    const drawn = draw(CoinFall);
    const widths = [...drawn.matchAll(/--m?w:(\d+)px/g)].map(([, px]) => Number(px));
    expect(widths.length).toBeGreaterThan(9);
    expect([Math.min(...widths), Math.max(...widths)]).toEqual([50, 140]);
  });
});
