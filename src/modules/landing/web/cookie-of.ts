/** One cookie of a request, decoded; null when it is not there or cannot be read. */
export function readCookieOf(request: Request, name: string): string | null {
  const pair = (request.headers.get("cookie") ?? "").split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  if (!pair) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return null;
  }
}
