/** `npm run receivers`: says that two members really share one PayPal or Venmo account, so that both may be paid there. */
import { withServices } from "./with-services.ts";

const USAGE = "npm run receivers -- share <member's address> paypal|venmo <receiver> --by <your name>";

export async function run([what = "", email = "", method = "", destination = "", flag = "", by = ""]: string[]) {
  if (what !== "share" || (method !== "paypal" && method !== "venmo") || !destination || flag !== "--by" || !by) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  await withServices(async ({ payouts, identity }) => {
    const member = await identity.confirmedMember(email);
    if (!member) return tell(false, "No member has confirmed this address.");
    const shared = await payouts.shareReceiver({
      user_id: member.user_id,
      method,
      destination,
      label: destination,
      by,
    });
    tell(shared.ok, shared.ok ? "They may be paid there too." : "Nobody else is paid there: nothing is needed.");
  });
}

function tell(ok: boolean, text: string): void {
  console.log(text);
  if (!ok) process.exitCode = 1;
}
