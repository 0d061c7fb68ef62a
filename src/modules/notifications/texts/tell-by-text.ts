/** What is told by text: the matter and its page, to who agreed to it. Names and sums only where that is chosen. */
import type { Partners } from "#partners";
import type { Tx } from "#platform/database";
import { leadTo } from "../letter.ts";
import { openPathOf } from "../notices.ts";
import { isChosen, readPreferences } from "../preference-store.ts";
import { bareWords } from "../push/push-words.ts";
import type { Topic } from "../rules.ts";
import type { Tell } from "../tell.ts";
import type { Consents } from "./consents.ts";
import { GSM, HOW_TO_STOP } from "./text-words.ts";

/** Three texts of one at most: what is longer stands behind the link. */
const MAX_WORDS = 200;

export type QueueText = (
  tx: Tx,
  input: {
    cause: string;
    to: string;
    body: string;
    /** Whom it tells something: their consent is looked up again before it leaves. */
    member?: { user_id: string; list: Topic; partner: string | null };
  },
) => Promise<void>;

export const createTellByText =
  (deps: {
    consents: Consents;
    queueText: QueueText;
    partners: Pick<Partners, "named" | "originOf">;
    publicUrl: string;
  }): Tell =>
  async (tx, { cause, user_id, recipient, letter: draft }) => {
    if (draft.secret || !(await isChosen(tx, user_id, draft.list, "text"))) return;
    const to = await deps.consents.numberOf(tx, user_id);
    if (!to) return;
    const { language, partner } = recipient;
    const origin = deps.partners.originOf(partner, deps.publicUrl);
    const letter = leadTo(deps.publicUrl, deps.publicUrl, draft.write(language, deps.publicUrl));
    const { shows_details } = await readPreferences(tx, user_id);
    const words = shows_details ? letter.headline : bareWords(draft.list, language).title;
    const path = openPathOf(deps.publicUrl, letter.button?.href) ?? "/account/notifications";
    const said = words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).toWellFormed()}...` : words;
    await deps.queueText(tx, {
      cause: `told:${cause}`,
      to,
      body: GSM(`${deps.partners.named(partner).name}: ${said}. ${origin}${path} ${HOW_TO_STOP[language]}`),
      member: { user_id, list: draft.list, partner },
    });
  };
