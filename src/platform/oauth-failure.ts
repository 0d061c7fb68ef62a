/** What openid-client throws when nobody knows what the other party did, and the same may work later. */
export function isPartyAway(error: unknown): boolean {
  const { code, name, cause, status } = error as { code?: string; name?: string; cause?: unknown; status?: number };
  const told = cause instanceof Response ? cause.status : (status ?? 0);
  return (
    code === "OAUTH_TIMEOUT" ||
    code === "ERR_JWKS_TIMEOUT" ||
    name === "TimeoutError" ||
    (error instanceof TypeError && /fetch failed/.test(error.message)) ||
    told >= 500 ||
    told === 429
  );
}
