/** What counts as an image, whose colour it has, and which addresses are nobody's to fetch from. Pure. */

/** Told by the first bytes, never by what the server says; null for anything that is not one of these. */
export function kindOfImage(body: Buffer): string | null {
  if (body.length < 12) return null;
  if (body.readUInt32BE(0) === 0x89504e47) return "image/png";
  if (body[0] === 0xff && body[1] === 0xd8 && body[2] === 0xff) return "image/jpeg";
  if (body.toString("latin1", 0, 4) === "GIF8") return "image/gif";
  if (body.toString("latin1", 0, 4) === "RIFF" && body.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  if (body.toString("latin1", 4, 12) === "ftypavif") return "image/avif";
  return beginsAsSvg(body.toString("utf8", 0, Math.min(body.length, 4_096))) ? "image/svg+xml" : null;
}

/** `<svg`, after what may stand before it: a declaration, comments, a document type. One pass, each part skipped by its own end. */
function beginsAsSvg(head: string): boolean {
  let at = head.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    while (isSpace(head.charCodeAt(at))) at += 1;
    const end = head.startsWith("<?xml", at)
      ? "?>"
      : head.startsWith("<!--", at)
        ? "-->"
        : /^<!doctype svg/i.test(head.slice(at, at + 13))
          ? ">"
          : null;
    if (end === null) return /^<svg[\s>]/i.test(head.slice(at, at + 5));
    const found = head.indexOf(end, at + 4);
    if (found < 0) return false;
    at = found + end.length;
  }
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const COLOURED = /\b(?:fill|stroke|stop-color)\b/gi;
/** From the property's name to the colour: a sign and few spaces. */
const COLOUR = /^[ \t]{0,4}[=:][ \t]{0,4}["']?[ \t]{0,4}#?([0-9a-f]{6}|[0-9a-f]{3})\b/i;

/** The colour that a mark is mostly drawn in, `#rrggbb`; white and black do not count, as every mark has them. */
export function markColour(svg: string): string | null {
  const uses = new Map<string, number>();
  const drawn = svg.slice(0, 200_000);
  for (const match of drawn.matchAll(COLOURED)) {
    const after = match.index + match[0].length;
    const text = COLOUR.exec(drawn.slice(after, after + 40))?.[1]?.toLowerCase();
    if (text === undefined) continue;
    const hex = text.length === 3 ? [...text].map((figure) => figure + figure).join("") : text;
    uses.set(hex, (uses.get(hex) ?? 0) + 1);
  }
  const ordered = [...uses].sort(([, a], [, b]) => b - a).map(([hex]) => hex);
  const best = ordered.find((hex) => hex !== "ffffff" && hex !== "000000") ?? ordered.find((hex) => hex !== "ffffff");
  return best ? `#${best}` : null;
}

/** Loopback, private, link-local, shared, multicast and unspecified addresses of both kinds. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const four = (mapped ?? address).split(".").map(Number);
  if (four.length === 4) {
    const [a = 0, b = 0] = four;
    return (
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b <= 127) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && (b === 168 || b === 0)) ||
      (a === 198 && (b === 18 || b === 19))
    );
  }
  const six = address.toLowerCase();
  return six === "::" || six === "::1" || /^(f[cd]|fe[89ab]|ff|64:ff9b)/.test(six) || /^::ffff:/.test(six);
}
