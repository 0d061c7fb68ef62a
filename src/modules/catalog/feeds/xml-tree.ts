/** A small XML reply as a tree. For pages of a hundred rows; feeds are read as streams instead. */
import { SaxesParser } from "saxes";

export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] };

export function parseXml(text: string): XmlNode {
  const root: XmlNode = { name: "", attributes: {}, text: "", children: [] };
  const open: XmlNode[] = [root];
  const parser = new SaxesParser({ xmlns: false, position: false });
  let problem: Error | null = null;
  parser.on("error", (error) => {
    problem ??= error;
  });
  parser.on("opentag", (tag) => {
    const node: XmlNode = {
      name: tag.name,
      attributes: tag.attributes as Record<string, string>,
      text: "",
      children: [],
    };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  const onText = (part: string) => {
    const node = open.at(-1);
    if (node) node.text += part;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    if (open.length > 1) open.pop();
  });
  parser.write(text).close();
  const first = root.children[0];
  if (!first) throw new Error(`the reply is not XML: ${(problem as Error | null)?.message ?? "no element"}`);
  return first;
}

export const child = (node: XmlNode, name: string): XmlNode | null =>
  node.children.find((candidate) => candidate.name === name) ?? null;
export const childText = (node: XmlNode, name: string): string => child(node, name)?.text.trim() ?? "";
