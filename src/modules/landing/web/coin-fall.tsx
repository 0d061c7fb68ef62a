/**
 * Coins that fall once and then lie at the margins, never over text (SPEC §9: 50 to 140 px, up to 5 s late by chance). They
 * are an ornament that the browser adds when the page has come alive, because the server would draw other chances. With
 * reduced motion they lie still from the start.
 */
import { type CSSProperties, useEffect, useState } from "react";
import { Coin } from "#ui/icon.tsx";
import { SUCCESS_COIN_MAX_DELAY_MS, SUCCESS_COIN_MAX_PX, SUCCESS_COIN_MIN_PX } from "../messages.ts";

/** Place and size on a desktop, and on a phone, where there is no margin to lie in: three stay in a band above the heading. */
const COINS = [
  { x: 3, y: 6, size: 0.75, turn: -14, phone: [".75rem", ".625rem", 0.24] },
  { x: 9, y: 40, size: 0.24, turn: 20, penny: true },
  { x: 5, y: 72, size: 0.47, turn: 8 },
  { x: 14, y: 18, size: 0.07, turn: -30 },
  { x: 1, y: 90, size: 0.16, turn: 12, penny: true },
  { x: 82, y: 10, size: 0.51, turn: 16, phone: ["calc(100% - 4.5rem)", "1rem", 0.11] },
  { x: 92, y: 32, size: 1, turn: -8 },
  { x: 90, y: 58, size: 0.22, turn: 28, penny: true, phone: ["calc(50% - 1.625rem)", "1.25rem", 0.02] },
  { x: 94, y: 76, size: 0.6, turn: -18 },
  { x: 89, y: 92, size: 0, turn: 4 },
] as const satisfies readonly {
  x: number;
  y: number;
  size: number;
  turn: number;
  penny?: boolean;
  phone?: readonly [string, string, number];
}[];

const px = (share: number) =>
  `${Math.round(SUCCESS_COIN_MIN_PX + share * (SUCCESS_COIN_MAX_PX - SUCCESS_COIN_MIN_PX))}px`;

/** For each coin a delay within the limit, from random numbers of 32 bits. */
export const drawDelays = (drawn: Uint32Array): number[] =>
  [...drawn].map((one) => Math.round((one / 2 ** 32) * SUCCESS_COIN_MAX_DELAY_MS));

export function CoinFall() {
  const [delays, setDelays] = useState<number[] | null>(null);
  useEffect(() => setDelays(drawDelays(crypto.getRandomValues(new Uint32Array(COINS.length)))), []);
  // The place is there from the start, so that nothing moves when the coins come.
  return (
    <div className="coinfall" aria-hidden="true">
      {(delays ? COINS : []).map((coin, at) => {
        const phone = "phone" in coin ? coin.phone : null;
        const style = {
          "--x": `${coin.x}%`,
          "--y": `${coin.y}%`,
          "--w": px(coin.size),
          "--r": `${coin.turn}deg`,
          "--d": `${delays?.[at] ?? 0}ms`,
          ...(phone && { "--mx": phone[0], "--my": phone[1], "--mw": px(phone[2]) }),
        } as CSSProperties;
        return (
          <span key={`${coin.x}-${coin.y}`} className={phone ? "falling" : "falling hide-m"} style={style}>
            <Coin penny={"penny" in coin} />
          </span>
        );
      })}
    </div>
  );
}
