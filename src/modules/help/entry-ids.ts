/** Ids of entries follow from what was sent: the same words of one form, or of one decision, are written once. */
import { derivedId } from "#platform/ids";

/** Other words of the same form are another entry: a page that was gone back to loses nothing. */
export const entryOfForm = (messageId: string, form: string, words: string): string =>
  derivedId("entry", JSON.stringify(["reply", messageId, form, words]));

export const entryOfTold = (
  messageId: string,
  kind: "house" | "note",
  told: { by: string; at: Date; words: string },
): string => derivedId("entry", JSON.stringify([kind, messageId, told.by, told.at.toISOString(), told.words]));
