/** The service account that the product asks by, and the public half of its key; it opens nothing outside this program. */
export const ACCOUNT = {
  project: "sandbox-tuppence",
  email: "alerts@sandbox-tuppence.iam.gserviceaccount.example",
  key: "sandbox-key",
} as const;
export const PUBLIC_KEY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAl+BpFkMK9MnKyPSvC6GrN9fV/OUdcj8IXU53KI0SdMQEw+x9NubIE7slwMxLa6EZ5Efpv9ghyVqFd9fC0HsKFIyptLxZvEGyW3W5xNrQvAvo4468+WuNxo3w9eAuRj8ekxasSeT87kmBP+DUXxt2Kt0CKMG92IFD3r5eBCK/A2FSIRwOQpGPMlRGgJvipu/Y1XZXQQ64VYHYpY+uTSQ+k6dZi2HMlzC4Wj3fe8aGK1HH1l3MGO+4UtPS7Y6McD/YxdZ8LDD7xUszf9pQ/P8EPefVsYL2hBqSun8zSrF0obvf5kUv8B9x+0psVv9NOZsDpkdlOb91S05ZNJSOJ5lEjQIDAQAB";
