/** Headers that every document carries, and the Content-Security-Policy in its two forms: hashes or a nonce. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self), interest-cohort=()",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

/** Headers that every answer of a call carries: what a browser does with one that it is made to open as a page. */
export const CALL_HEADERS: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

/**
 * Scripts only from our own origin or by hash (cached pages) or nonce (pages of one request). Styles may be inline as
 * attributes, which React writes for measured widths.
 */
export function contentSecurityPolicy(allowed: {
  hashes?: string[];
  nonce?: string;
  /** Lets the page hear of changed modules. */
  development?: boolean;
  /** Folders of the captcha, when one is configured. */
  captcha?: readonly string[];
  /** Origins of the card processor, on pages where a card can be entered. */
  payment?: PaymentOrigins | null;
  /** The pictures' own origin, where they have one. */
  media?: string;
}): string {
  const captcha = allowed.captcha ?? [];
  const { payment } = allowed;
  const scripts = [
    "'self'",
    ...captcha,
    ...(payment?.scripts ?? []),
    ...(allowed.hashes ?? []),
    ...(allowed.nonce ? [`'nonce-${allowed.nonce}'`] : []),
  ];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...(allowed.media ? [allowed.media] : [])].join(" "),
    "font-src 'self'",
    // The empty document of /landers/pixel-frame, which has no origin of its own.
    ["frame-src 'self'", ...captcha, ...(payment?.frames ?? [])].join(" "),
    ["connect-src 'self'", ...(allowed.development ? ["ws:"] : []), ...(payment?.calls ?? [])].join(" "),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

export type PaymentOrigins = {
  scripts: readonly string[];
  frames: readonly string[];
  /** Where the script in the page makes its calls. */
  calls: readonly string[];
};

/** Where the card processor's script, frames and calls go: Stripe's are on hosts of their own. */
export function paymentOrigins(scriptUrl: string): PaymentOrigins {
  const { origin } = new URL(scriptUrl);
  if (origin !== "https://js.stripe.com") return { scripts: [origin], frames: [origin], calls: [origin] };
  const scripts = [origin, "https://*.js.stripe.com"];
  return { scripts, frames: [...scripts, "https://hooks.stripe.com"], calls: ["https://api.stripe.com"] };
}

/** A page with card fields lets the processor's frames ask the wallets, one of which opens a window of its own. */
export function pageHeaders(payment: PaymentOrigins | null): Readonly<Record<string, string>> {
  if (!payment) return SECURITY_HEADERS;
  const frames = payment.frames.filter((origin) => !origin.includes("*")).map((origin) => JSON.stringify(origin));
  return {
    ...SECURITY_HEADERS,
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": `camera=(), microphone=(), geolocation=(), payment=(self ${frames.join(" ")}), interest-cohort=()`,
  };
}

/**
 * Where reCAPTCHA's scripts and frames come from, with their folder: its hosts serve much else that no page of ours may
 * load. Google's own code and its riddles are on hosts of their own.
 */
export function captchaSources(settings: { url: string | undefined; siteKey: string | undefined }): readonly string[] {
  if (!settings.siteKey) return [];
  const { href, hostname } = new URL(settings.url ?? "https://www.google.com/recaptcha");
  const folder = `${href.replace(/\/$/, "")}/`;
  return /\.(google\.com|recaptcha\.net)$/.test(hostname)
    ? [folder, "https://www.gstatic.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"]
    : [folder];
}
