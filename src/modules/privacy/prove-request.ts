/** Who asks without a session, or is asked for, proves their address by a press in a mail. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newSecret, sha256 } from "#platform/ids";
import type { PrivacyContext } from "./context.ts";
import { firstOf } from "./first-request.ts";
import { requestConfirm } from "./letters.ts";
import { type Asked, newRequest } from "./new-request.ts";
import type { RequestRow } from "./privacy.types.ts";
import { isOpen, LINK_DAYS, lawDay } from "./rules.ts";
import { saveStep } from "./store.ts";
import { tell, tellReceived } from "./tell-request.ts";

const SECRET_CHARACTERS = 40;

/** Whoever reads the answer on the screen learns nothing of the address; its owner reads the truth in a mail. */
export async function proveRequest(tx: Tx, context: PrivacyContext, told: Asked): Promise<RequestRow> {
  const at = context.clock.now();
  const secret = newSecret(SECRET_CHARACTERS);
  const link = { token_hash: sha256(secret), link_until: addDays(at, LINK_DAYS) };
  const { row, isNew } = await firstOf(tx, context, told, () => ({
    ...newRequest(told, { at, user_id: null, state: "unverified" }),
    ...link,
  }));
  if (isOpen(row.state)) {
    await tellReceived(tx, context, row, `again:${lawDay(at)}`);
    return row;
  }
  // A power of attorney comes from its agent's mailbox, for what was asked at first: nobody else puts other words there.
  if (!isNew && row.permission === "attorney") return row;
  const { words, permission, agent_name } = told;
  const newer = { words, permission, agent_name, link_until: link.link_until, sequence: row.sequence + 1 };
  const asked = isNew ? row : { ...row, ...newer };
  if (!isNew) await saveStep(tx, asked, { at, by_whom: "writer", note: "asked again" }, link.token_hash);
  await tell(tx, context, { ...asked, language: told.language }, `confirm:${asked.sequence}`, (facts) =>
    requestConfirm({
      ...{ ...facts, permission: asked.permission },
      link: `${context.publicUrl}/ccpa-privacy-rights/verify?t=${secret}${told.language === "es" ? "&lang=es" : ""}`,
      until: lawDay(link.link_until),
    }),
  );
  return asked;
}
