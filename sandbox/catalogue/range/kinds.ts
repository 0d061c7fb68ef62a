/** The kinds of things that the broad shops sell, read from `data/kinds.txt`, whose head says how it is written. */
import { readText } from "../files.ts";

export interface Attribute {
  name: string;
  values: readonly string[];
  /** Later values cost more. */
  rising: boolean;
}

export interface Kind {
  name: string;
  department: string;
  subcategory: string;
  low: number;
  high: number;
  attributes: readonly Attribute[];
  /** Pounds, of one in the middle of its sizes. */
  weight: number;
  /** Its picture, as `silhouettes.ts` reads it. */
  drawing: string;
}

function readAttribute(line: string): [string, Attribute] {
  const [head = "", values = ""] = line.split(" = ");
  const at = head.indexOf(" ");
  const mark = head.slice(0, at);
  const rising = mark.endsWith("+");
  return [rising ? mark.slice(0, -1) : mark, { name: head.slice(at + 1), values: values.split(", "), rising }];
}

export function readKinds(text: string): Kind[] {
  const sets = new Map<string, Attribute>();
  const kinds: Kind[] = [];
  let department = "";
  let subcategory = "";
  for (const line of text.split("\n")) {
    const rest = line.slice(2);
    if (line.startsWith("! ")) sets.set(...readAttribute(rest));
    else if (line.startsWith("@ ")) department = rest;
    else if (line.startsWith("# ")) subcategory = rest;
    else if (line !== "" && !line.startsWith("//")) {
      const [name = "", price = "", marks = "", weight = "", drawing = ""] = line.split(" | ");
      const [low = 0, high = 0] = price.split("-").map(Number);
      const attributes = marks.split(" ").map((mark) => {
        const known = sets.get(mark);
        if (!known) throw new Error(`${name} has an unknown attribute ${mark}`);
        return known;
      });
      kinds.push({ name, department, subcategory, low, high, attributes, weight: Number(weight), drawing });
    }
  }
  return kinds;
}

let known: readonly Kind[] | undefined;

export function kinds(): readonly Kind[] {
  known ??= readKinds(readText("kinds.txt"));
  return known;
}
