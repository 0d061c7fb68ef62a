/** What stories of alerts on phones start with: an afternoon, members, and a letter that is told to their phones. */
import { afterAll, beforeAll } from "vitest";
import { createAccountCaller, type Session } from "./account-calls.ts";
import { testLetter } from "./told.ts";
import { createWorld, type World } from "./world.ts";

/** In New York, where who has not said otherwise lives. */
export const AFTERNOON = "2027-03-10T19:42:00Z";

const letter = testLetter("money", ({ sum }: { sum: string }, _language, publicUrl) => ({
  subject: "S",
  headline: `${sum} from Nike is yours`,
  lead: "You can withdraw it now.",
  button: { label: "Go", href: `${publicUrl}/account/purchase-history` },
}));

export type Alerted = { user_id: string; email: string; session: Session };

/** Called once in a file, outside of every test. */
export function openAlertedPhones() {
  let opened: { world: World; caller: ReturnType<typeof createAccountCaller> } | undefined;
  const started = () => {
    if (!opened) throw new Error("The world starts with the first test.");
    return opened;
  };
  beforeAll(async () => {
    const world = await createWorld({ at: AFTERNOON, expectedErrors: /^$/ });
    opened = { world, caller: createAccountCaller(world) };
  });
  afterAll(() => opened?.world.close());
  return {
    get world(): World {
      return started().world;
    },
    get caller() {
      return started().caller;
    },
    async join(name: string): Promise<Alerted> {
      const { world, caller } = started();
      const { email, session } = await caller.join(name);
      const { rows } = await world.base.handle.pool.query("select user_id from identity.users where email = $1", [
        email,
      ]);
      return { email, session, user_id: rows[0].user_id };
    },
    tell({ user_id, email }: Alerted, cause: string): Promise<unknown> {
      const { world } = started();
      return world.database.transaction((tx) =>
        world.notifications.queue(tx, {
          cause: `phone-${cause}`,
          recipient: { user_id, email, name: "N", language: "en", partner: null },
          letter: letter({ sum: "$3.12" }),
        }),
      );
    },
  };
}
