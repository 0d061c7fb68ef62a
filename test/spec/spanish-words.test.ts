/** One thing has one word in Spanish, that of the United States, wherever it is said: on screens, in letters, in texts. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isTest, paths, sources } from "../tidy/files.ts";

/** Words that others write, which these files look for or play, in whatever Spanish they come. */
const READS_OTHERS = /^sandbox\/|^src\/modules\/(mailboxes|receipts)\/read\/|\/feed-columns\.ts$|\/page-words\.ts$/;

const INSTEAD: { of: RegExp; say: string }[] = [
  { of: /\bimportes?\b/i, say: "monto" },
  { of: /\bcostes?\b/i, say: "costo" },
  { of: /\b(vosotr[oa]s|vuestr[oa]s?|ustedes)\b/i, say: "tú" },
  { of: /\bya vale\b/i, say: "ya está en vigor" },
  { of: /\bcompra que falta\b/i, say: "compra faltante" },
  { of: /\btasa (?:indicada|mostrada)\b/i, say: "porcentaje" },
];

const said = [
  ...paths
    .filter((path) => /^content\/es\/|^(src|extension)\/.*\/es\.json$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") })),
  ...sources
    .filter(({ path }) => /^(src|brands|extension|mobile)\//.test(path) && !isTest(path) && !/\.test\./.test(path))
    .map(({ path, code }) => ({ path, text: code })),
].filter(({ path }) => !READS_OTHERS.test(path));

it.each(INSTEAD)("is $say", ({ of }) => {
  const wrong = said.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => (of.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
  expect(wrong).toEqual([]);
});
