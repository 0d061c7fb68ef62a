/** What a PDF says, as its readers find it: its words, and what a screen reader is told of its parts. */
import { getDocumentProxy } from "unpdf";

export type ReadPdf = {
  lines: string[];
  whole: string;
  size: string;
  title: string;
  /** What a screen reader is told of the parts, in their order: `H1`, `P` …; empty for a file without tags. */
  tags: string[];
};

export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const paper = await getDocumentProxy(new Uint8Array(file));
  const lines: string[] = [];
  const tags: string[] = [];
  let size = "";
  for (let number = 1; number <= paper.numPages; number += 1) {
    const page = await paper.getPage(number);
    size ||= page.view.join(" ");
    const { items } = await page.getTextContent();
    lines.push(...items.flatMap((item) => ("str" in item && item.str !== "" ? [item.str] : [])));
    tags.push(...tagsOf(await page.getStructTree()));
  }
  const { info } = await paper.getMetadata();
  await paper.loadingTask.destroy();
  const title = "Title" in info ? String(info.Title) : "";
  return { lines, whole: lines.join(" ").replace(/\s+/g, " "), size, title, tags };
}

/** A part of the tree of tags, or the place of something drawn. */
type Part = { role: string; children: Part[] } | { type: string };

/** The parts of the document, each of which must hold something that is drawn. */
function tagsOf(tree: Part | null): string[] {
  const root =
    tree && "children" in tree ? tree.children.find((part) => "role" in part && part.role === "Document") : null;
  if (!root || !("children" in root)) return [];
  return root.children.map((part) => ("role" in part && holdsSomething(part) ? part.role : "empty"));
}

const holdsSomething = (part: Part): boolean => ("children" in part ? part.children.some(holdsSomething) : true);
