/** The wheel, drawn to its odds. It shows what was drawn already; the table beside it says everything in words. */
import type { CSSProperties } from "react";
import { formatShortMoney } from "#ui/money.tsx";
import { useText } from "#ui/text.tsx";

export type ShownPrize = { amount_minor: number; weight: number };

/** Ground and writing of each slice; the same colours stand in the table. */
export const SLICES = [
  { ground: "#DFECE2", ink: "#0E4D3A" },
  { ground: "#FFFDF9", ink: "#1C1B17" },
  { ground: "#F0B03A", ink: "#1C1B17" },
  { ground: "#B5652F", ink: "#FFFDF9" },
  { ground: "#1C1B17", ink: "#F0B03A" },
] as const;
export const sliceOf = (place: number) => SLICES[place % SLICES.length] ?? SLICES[0];

const CENTER = 300;
const RADIUS = 246;
const RIM_NOTCHES = 120;
const TURNS = 6;

const at = (degrees: number, radius: number): [number, number] => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [CENTER + radius * Math.cos(angle), CENTER + radius * Math.sin(angle)];
};
const point = (degrees: number, radius: number) =>
  at(degrees, radius)
    .map((place) => place.toFixed(1))
    .join(" ");

type Slice = { from: number; to: number; middle: number };

/** The first slice stands with its middle under the pointer. */
function slicesOf(prizes: readonly ShownPrize[]): Slice[] {
  const total = prizes.reduce((sum, prize) => sum + prize.weight, 0);
  let from = -((prizes[0]?.weight ?? 0) / total) * 180;
  return prizes.map(({ weight }) => {
    const to = from + (weight / total) * 360;
    const slice = { from, to, middle: (from + to) / 2 };
    from = to;
    return slice;
  });
}

const rim = Array.from({ length: RIM_NOTCHES }, (_, notch) => {
  const degrees = ((notch + 0.5) * 360) / RIM_NOTCHES;
  return `M${point(degrees, 264)}L${point(degrees, 284)}`;
}).join("");

function SliceShape({
  slice,
  place,
  amount,
  drawn,
}: {
  slice: Slice;
  place: number;
  amount: number;
  /** Whether this one was drawn; null as long as none is shown to be. */
  drawn: boolean | null;
}) {
  const { ground, ink } = sliceOf(place);
  const wide = slice.to - slice.from > 45;
  const [x, y] = at(slice.middle, wide ? 150 : 168);
  return (
    <g className={drawn === null ? undefined : drawn ? "slice is-drawn" : "slice"}>
      <path
        d={`M${CENTER} ${CENTER}L${point(slice.from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${slice.to - slice.from > 180 ? 1 : 0} 1 ${point(slice.to, RADIUS)}Z`}
        fill={ground}
        stroke="#0E4D3A"
        strokeWidth="2"
      />
      <text
        x={x.toFixed(1)}
        y={y.toFixed(1)}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={wide ? 52 : 38}
        fill={ink}
        transform={`rotate(${slice.middle.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})`}
      >
        {formatShortMoney(amount)}
      </text>
    </g>
  );
}

export function Wheel({
  prizes,
  place,
  turning,
}: {
  prizes: readonly ShownPrize[];
  /** The slice that was drawn; null before. */
  place: number | null;
  turning: boolean;
}) {
  const t = useText();
  const slices = slicesOf(prizes);
  const middle = place === null ? 0 : (slices[place]?.middle ?? 0);
  const turn = place === null ? 0 : (turning ? TURNS * 360 : 0) - middle;
  return (
    <svg
      className="wheel"
      viewBox="0 0 600 620"
      role="img"
      aria-label={t("Wheel with {{slices}} slices, each as wide as its odds", { slices: prizes.length })}
    >
      <circle cx={CENTER} cy={CENTER} r="288" fill="#0E4D3A" />
      <path d={rim} stroke="#7FB79B" strokeWidth="3.2" strokeOpacity=".55" />
      <circle cx={CENTER} cy={CENTER} r="258" fill="none" stroke="#F0B03A" strokeWidth="3" />
      {/* What was not drawn pales to paper, and not to the green of the rim. */}
      <circle cx={CENTER} cy={CENTER} r={RADIUS} fill="#FAF7F0" />
      <g
        className={turning ? "wheel-disc is-turning" : "wheel-disc"}
        style={{ "--turn": `${turn}deg` } as CSSProperties}
      >
        {prizes.map((prize, number) => {
          const slice = slices[number];
          return (
            slice && (
              <SliceShape
                key={prize.amount_minor}
                slice={slice}
                place={number}
                amount={prize.amount_minor}
                drawn={place === null || turning ? null : number === place}
              />
            )
          );
        })}
      </g>
      <circle cx={CENTER} cy={CENTER} r="62" fill="#FAF7F0" stroke="#0E4D3A" strokeWidth="3" />
      <circle cx={CENTER} cy={CENTER} r="53" fill="none" stroke="#0E4D3A" strokeWidth="1.4" />
      <text x={CENTER} y={CENTER + 4} textAnchor="middle" dominantBaseline="central" fontSize="84" fill="#0E4D3A">
        2
      </text>
      <path d="M300 66l-21-46q21-17 42 0z" fill="#1C1B17" stroke="#FAF7F0" strokeWidth="2" />
      <circle cx={CENTER} cy="27" r="6.5" fill="#F0B03A" />
    </svg>
  );
}
