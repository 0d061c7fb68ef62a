/** A letter about money, for what is told on every channel. */
import { defineLetter } from "#notifications";

export const letter = defineLetter("test_told", "money", (_facts: object, _language, publicUrl) => ({
  subject: "Your money moved",
  headline: "$3.12 from Nike is yours",
  lead: "You can withdraw it now.",
  button: { label: "See it", href: `${publicUrl}/account/purchase-history` },
}))({});
