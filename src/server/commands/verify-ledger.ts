/** `npm run ledger:verify`: recomputes every balance from its lines and follows each account's hash chain; `--seal` seals it as it is. */
import { withServices } from "./with-services.ts";

const SEAL = "--seal";

export async function run(args: string[]) {
  const strange = args.find((one) => one !== SEAL);
  if (strange !== undefined) {
    console.error(`There is no "${strange}". npm run ledger:verify [-- ${SEAL}]`);
    process.exitCode = 2;
    return;
  }
  await withServices(async ({ ledger }) => {
    const report = await ledger.verify();
    console.log(`${report.accounts} accounts, ${report.transfers} transfers, ${report.lines} lines, ${report.ms} ms`);
    for (const finding of report.findings.slice(0, 50)) console.log(`  ${finding.kind}: ${finding.detail}`);
    console.log(
      report.findings.length === 0
        ? "The ledger verifies."
        : `The ledger does not verify: ${report.findings.length} findings.`,
    );
    if (report.findings.length) process.exitCode = 1;
    if (!args.includes(SEAL)) return;
    const { seal } = await ledger.seal({ anew: true });
    if (seal)
      console.log(`Seal ${seal.number}: ${seal.accounts} accounts, ${seal.lines} lines, SHA-256 ${seal.digest}`);
  });
}
