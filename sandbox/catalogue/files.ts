import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const DATA = new URL("../data/", import.meta.url);

export function readRows<T>(name: string): T[] {
  const text = gunzipSync(readFileSync(new URL(name, DATA))).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

export function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, DATA), "utf8")) as T;
}

export function readText(name: string): string {
  return readFileSync(new URL(name, DATA), "utf8");
}
