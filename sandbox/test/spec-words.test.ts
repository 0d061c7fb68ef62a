import { expect, it } from "vitest";
import { specWords } from "../catalogue/spec-words.ts";

it.each([
  ["screen_size", "Monitors", 27, "27 in"],
  ["resolution", "Monitors", [2560, 1440], "2560 × 1440"],
  ["response_time", "Monitors", 0.03, "0.03 ms"],
  ["core_clock", "Processors", 4.7, "4.7 GHz"],
  ["core_clock", "Graphics Cards", 1320, "1320 MHz"],
  ["modules", "Memory", [2, 16], "2 × 16 GB"],
  ["capacity", "Internal Drives", 2000, "2 TB"],
  ["rpm", "Case Fans", [450, 2000], "450 to 2000 rpm"],
  ["frequency_response", "Headphones", [15, 25], "15 Hz to 25 kHz"],
  ["type", "Internal Drives", "SSD", "SSD"],
  ["type", "Internal Drives", 7200, "7200 rpm"],
  ["wireless", "Headphones", true, "yes"],
])("prints %s of %s with its unit", (key, kind, value, text) => {
  expect(specWords(key, kind, value)).toBe(text);
});
