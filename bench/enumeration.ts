/**
 * Whether time tells which addresses have accounts: sign-ins and lost passwords for known and unknown addresses in turns,
 * as the ratio of their medians in one run. 1 is silence.
 */
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { median, milliseconds, type Result } from "./report.ts";

const TURNS = 60;
const PASSWORD = "copper penny passbook";

export async function run(ground: Ground): Promise<Result[]> {
  const server = await startProcess("bench/product-server.ts", {
    core: SERVER_CORE,
    environment: { DATABASE_URL: await ground.site() },
  });
  const post = async (path: string, body: object): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return performance.now() - started;
  };
  try {
    const known = "bench.known@example.com";
    await post("/api/web/register", {
      name: "Known",
      email: known,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    const results: Result[] = [];
    for (const [work, path, more] of [
      ["a wrong password", "/api/web/login", { password: "wrong words here" }],
      ["a lost password", "/api/password/reset", {}],
    ] as const) {
      const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
      for (let turn = 0; turn < TURNS; turn += 1) {
        // Each goes first as often as the other: the second finds the server warmer.
        const pair = [["known", known] as const, ["unknown", "bench.nobody@example.com"] as const];
        for (const [which, email] of turn % 2 ? pair : pair.toReversed())
          times[which].push(await post(path, { email, ...more }));
      }
      const [ours, peer] = [median(times.known), median(times.unknown)];
      results.push({
        bench: "enumeration",
        work: `${work}, for an address with an account`,
        ours: milliseconds(ours),
        beside: "for one without",
        peer: milliseconds(peer),
        value: ours / peer,
        goal: { text: "0.9 to 1.1", met: (value) => value >= 0.9 && value <= 1.1 },
      });
    }
    return results;
  } finally {
    await server.stop();
  }
}
