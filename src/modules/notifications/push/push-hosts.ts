/**
 * Where pushes may be sent. An endpoint is an address that a browser hands in, so that anybody may write one: only the browsers'
 * own push services are asked, and nothing that an endpoint could lead to inside of our house.
 */
const HOSTS: readonly RegExp[] = [
  // Chrome, Edge on Android, Brave, Opera, Samsung Internet.
  /^fcm\.googleapis\.com$/,
  // Firefox.
  /^updates\.push\.services\.mozilla\.com$/,
  // Safari.
  /^([a-z0-9-]+\.)?push\.apple\.com$/,
  // Edge on Windows.
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

/** `besideSandbox`: then the sandbox's own push service, on this machine, is one of them. */
export function isPushService(endpoint: string, besideSandbox: boolean): boolean {
  const url = URL.parse(endpoint);
  // Browsers tell it as it is written out: in another spelling one browser would be two.
  if (!url || url.href !== endpoint || endpoint.length > 2_000) return false;
  if (url.username || url.password || url.hash) return false;
  if (besideSandbox && url.protocol === "http:" && url.hostname === "127.0.0.1")
    return url.pathname.startsWith("/push/");
  return url.protocol === "https:" && url.port === "" && HOSTS.some((host) => host.test(url.hostname));
}
