/** An S256 challenge of RFC 7636: a SHA-256, 32 bytes as base64url. Pure, for the page that is asked by it as well. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export const isChallenge = (text: string | null): text is string => text !== null && CHALLENGE.test(text);
