/**
 * Who vouches for a mail: a valid DKIM signature of the store's own domain over everything that is read of it. All else is
 * what somebody says.
 */
import { Resolver } from "node:dns/promises";
import type { DKIMResult } from "mailauth";

/** Why a mail is not as good as signed. */
export const PROOF_CODES = [
  "by_hand",
  "unsigned",
  "signature_broken",
  "other_domain",
  "partly_signed",
  "headers_doubled",
  "store_unknown",
  "told_before",
] as const;
export type ProofCode = (typeof PROOF_CODES)[number];

export type Signatures = {
  /** Domains that vouch for the whole mail and are of the sender's own organization. */
  signed_by: string[];
  /** Those of them who also vouch for whom it was written to: a mail that was meant for others can be brought to anybody. */
  addressed_by: string[];
  /** Why there is none. */
  why: ProofCode | "";
};

const NOBODY: Pick<Signatures, "signed_by" | "addressed_by"> = { signed_by: [], addressed_by: [] };

/** The keys could not be asked for: the mail waits, since a passing fault must not lower what it is worth. */
export class KeysUnknownError extends Error {}

/** Of a mail with two of these, one may be signed and the other be read. */
const SINGLE = ["from", "subject", "date", "message-id", "content-type", "content-transfer-encoding", "mime-version"];
const ADDRESSED = ["to", "cc"];
/** Without these under the signature, what is read can be exchanged. */
const NEEDED = ["from", "subject", "date"];

function headerNames(raw: Buffer): string[] {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.subarray(0, end < 0 ? Math.min(raw.length, 262_144) : end).toString("latin1");
  return [...head.matchAll(/^([!-9;-~]+)[ \t]*:/gm)].map(([, name]) => (name ?? "").toLowerCase());
}

const coveredBy = (result: DKIMResult): Set<string> =>
  new Set(
    (result.signingHeaders?.keys ?? "")
      .toLowerCase()
      .split(/[\s:]+/)
      .filter(Boolean),
  );

export function createProver(settings: { dnsServers: readonly string[]; timeout_ms?: number }) {
  const resolver = new Resolver({ timeout: settings.timeout_ms ?? 4_000, tries: 2 });
  if (settings.dnsServers.length > 0) resolver.setServers([...settings.dnsServers]);
  const resolve = (name: string, type: string): Promise<string[][] | string[]> =>
    // DKIM asks for texts alone; other kinds have other shapes, which nobody here asks for.
    resolver.resolve(name, type) as Promise<string[][] | string[]>;

  return {
    async prove(raw: Buffer, now: Date): Promise<Signatures> {
      const names = headerNames(raw);
      if (!names.includes("dkim-signature")) return { ...NOBODY, why: "unsigned" };
      if (SINGLE.some((single) => names.filter((name) => name === single).length > 1))
        return { ...NOBODY, why: "headers_doubled" };
      // Asked for by the first mail: a server that starts has none yet.
      const { dkimVerify } = await import("mailauth");
      const { results } = await dkimVerify(raw, { resolver: resolve, curTime: now, rejectRsaSha1: true });
      const needed = [...NEEDED, ...(names.includes("content-type") ? ["content-type"] : [])];
      const good = results.filter(({ status }) => status.result === "pass" && !status.testing);
      const aligned = good.filter(({ status, signingDomain }) => status.aligned && signingDomain);
      const whole = aligned.filter((result) => {
        const covered = coveredBy(result);
        return !result.status.underSized && needed.every((name) => covered.has(name));
      });
      const addressed = ADDRESSED.filter((name) => names.includes(name));
      const isOnce = addressed.every((name) => names.filter((other) => other === name).length === 1);
      const coversAddressed = (result: DKIMResult) => isOnce && addressed.every((name) => coveredBy(result).has(name));
      if (whole.length > 0) {
        const domainsOf = (some: typeof whole) => some.map(({ signingDomain }) => (signingDomain ?? "").toLowerCase());
        return { signed_by: domainsOf(whole), addressed_by: domainsOf(whole.filter(coversAddressed)), why: "" };
      }
      if (results.some(({ status }) => status.result === "temperror")) throw new KeysUnknownError("DNS did not answer");
      const why = aligned.length > 0 ? "partly_signed" : good.length > 0 ? "other_domain" : "signature_broken";
      return { ...NOBODY, why };
    },
  };
}
export type Prover = ReturnType<typeof createProver>;

/** Whether a signing domain is the store's own or below it. */
export const isOf = (domain: string, store: string): boolean => domain === store || domain.endsWith(`.${store}`);
