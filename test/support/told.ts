/** Letters in a test's own words, and one about money, for what is told on every channel. */
import { defineLetter } from "#notifications";
import { orderTracked } from "../../src/modules/cashback/letters.ts";

type Asked = Parameters<typeof defineLetter>;

/** Under the name of a letter that a module declares, because no other is told. */
export const testLetter = <Facts = object>(
  list: Asked[2],
  write: Parameters<typeof defineLetter<Facts>>[3],
  more?: Asked[4],
) => defineLetter<Facts>(orderTracked.template, orderTracked.title, list, write, more);

export const letter = testLetter("money", (_facts, _language, publicUrl) => ({
  subject: "Your money moved",
  headline: "$3.12 from Nike is yours",
  lead: "You can withdraw it now.",
  button: { label: "See it", href: `${publicUrl}/account/purchase-history` },
}))({});
