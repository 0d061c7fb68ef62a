/** Facts of computer parts as shops print them: with their units, which the data has not. */

/** By fact, or by fact and kind of product where it differs. */
const UNITS: Readonly<Record<string, string>> = {
  screen_size: "in",
  refresh_rate: "Hz",
  response_time: "ms",
  size: "mm",
  length: "mm",
  airflow: "CFM",
  noise_level: "dB",
  rpm: "rpm",
  external_volume: "L",
  psu: "W",
  tdp: "W",
  wattage: "W",
  channel_wattage: "W",
  capacity_w: "W",
  capacity_va: "VA",
  core_clock: "GHz",
  boost_clock: "GHz",
  "core_clock/Graphics Cards": "MHz",
  "boost_clock/Graphics Cards": "MHz",
  cache: "MB",
  memory: "GB",
  max_memory: "GB",
  first_word_latency: "ns",
  digital_audio: "bit",
  mode: "bit",
  snr: "dB",
  sample_rate: "kHz",
  amount: "g",
  max_dpi: "dpi",
  fov: "°",
  form_factor: "in",
  "type/Internal Drives": "rpm",
};

type Maker = (values: readonly unknown[]) => string;
const MADE: Readonly<Record<string, Maker>> = {
  resolution: ([width, height]) => `${width} × ${height}`,
  modules: ([count, size]) => `${count} × ${size} GB`,
  speed: ([generation, speed]) => `DDR${generation}-${speed}`,
  frequency_response: ([low, high]) => `${low} Hz to ${high} kHz`,
  capacity: ([size]) => (Number(size) >= 1_000 ? `${Number(size) / 1_000} TB` : `${size} GB`),
};
const RANGES = new Set(["airflow", "noise_level", "rpm"]);

export function specWords(key: string, kind: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known = values.every((one) => typeof one === "number");
  const make = MADE[key];
  if (make && known) return make(values);
  const text = values.join(RANGES.has(key) ? " to " : " / ");
  const unit = known ? (UNITS[`${key}/${kind}`] ?? UNITS[key]) : undefined;
  return unit ? `${text}${unit === "°" ? "" : " "}${unit}` : text;
}
