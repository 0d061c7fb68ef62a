/** A part of an address or a cookie as text; what is no text of that kind, as anybody may write it, as it stands. */
export function decodePart(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
