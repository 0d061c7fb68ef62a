/** A course as bars or, of a level, as a line; drawn on the server, with the same as a table for who reads. */
import { scaleBand, scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { formatDate } from "#ui/date.tsx";
import { type Course, type Point, shortWords, valueWords } from "./course.ts";

const WIDTH = 560;
const HEIGHT = 170;
const EDGE = { left: 46, right: 8, top: 10, bottom: 24 };
/** As many labels as fit beside one another. */
const MAX_LABELS = 6;

const labelWords = (label: string): string =>
  label.length === 7 ? formatDate(`${label}-01`, "en", "short").replace(/\s1$/, "") : formatDate(label, "en", "short");

export function Chart({ course }: { course: Course }) {
  const { points, unit, name } = course;
  const top = Math.max(1, ...points.map(({ value }) => value));
  const low = Math.min(0, ...points.map(({ value }) => value));
  const y = scaleLinear()
    .domain([low, top])
    .nice(4)
    .range([HEIGHT - EDGE.bottom, EDGE.top]);
  const x = scaleBand<string>()
    .domain(points.map(({ label }) => label))
    .range([EDGE.left, WIDTH - EDGE.right])
    .padding(0.25);
  const every = Math.max(1, Math.ceil(points.length / MAX_LABELS));
  const middle = (point: Point) => (x(point.label) ?? 0) + x.bandwidth() / 2;
  return (
    <div className="chart-scroll">
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${name}: the table below says the same`}
      >
        <g className="grid">
          {y.ticks(4).map((tick) => (
            <g key={tick}>
              <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(tick)} y2={y(tick)} />
              <text x={EDGE.left - 8} y={y(tick) + 4} textAnchor="end">
                {shortWords(tick, unit)}
              </text>
            </g>
          ))}
        </g>
        {course.kind === "flow" ? (
          <Bars points={points} x={x} y={y} unit={unit} />
        ) : (
          <>
            <path
              className="chart-area"
              d={
                area<Point>()
                  .x(middle)
                  .y0(y(low))
                  .y1(({ value }) => y(value))(points) ?? ""
              }
            />
            <path
              className="chart-line"
              d={
                line<Point>()
                  .x(middle)
                  .y(({ value }) => y(value))(points) ?? ""
              }
            />
            {points.length === 1 && points[0] && (
              <circle className="chart-dot" cx={middle(points[0])} cy={y(points[0].value)} r="3.5" />
            )}
          </>
        )}
        <line className="base" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(0)} y2={y(0)} />
        {points.map(
          (point, at) =>
            at % every === 0 && (
              <text key={point.label} x={middle(point)} y={HEIGHT - 6} textAnchor="middle">
                {labelWords(point.label)}
              </text>
            ),
        )}
      </svg>
    </div>
  );
}

function Bars({
  points,
  x,
  y,
  unit,
}: {
  points: readonly Point[];
  x: { (label: string): number | undefined; bandwidth(): number };
  y: (value: number) => number;
  unit: Course["unit"];
}) {
  return points.map(({ label, value }) => {
    const [from, to] = [y(Math.max(0, value)), y(Math.min(0, value))];
    return (
      <rect
        key={label}
        className="chart-bar"
        x={x(label)}
        width={x.bandwidth()}
        y={from}
        height={Math.max(0, to - from)}
        rx="1.5"
      >
        <title>{`${labelWords(label)}: ${valueWords(value, unit)}`}</title>
      </rect>
    );
  });
}
