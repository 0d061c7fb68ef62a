/** Who asks for somebody else (11 CCR § 7063): the person decides, the agent learns nothing of them, and a power of attorney is looked at. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { whileHeld } from "../support/held-lock.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createPrivacyStory } from "../support/privacy-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createPrivacyStory>;
let desk: ReturnType<typeof createOperators>;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z" });
  story = createPrivacyStory(world);
  desk = createOperators(world);
});
afterAll(() => world.close());

const agentOf = (name: string, permission = "signed") => ({
  ...{ name: `${name} & Partners, Inc.`, email: `${name.toLowerCase()}@agents.example`, permission },
});
const idOf = async (email: string) => {
  const found = (await desk.search(email)).find(({ kind }) => kind === "privacy request");
  if (!found) throw new Error(email);
  return found.id;
};
const act = (id: string, name: string, words = "", more: { reason?: string; decidedAt?: Date } = {}) =>
  desk.act("privacy request", id, name, { values: { words }, ...more });
/** Without what is each one's own. */
const plain = (texts: readonly { subject: string; text: string }[], ...own: string[]) =>
  texts.map(({ subject, text }) =>
    own
      .reduce((left, one) => left.replaceAll(one, "…"), `${subject}\n${text}`)
      .replace(/[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/g, "…"),
  );

it("tells an agent the same of everybody, on the screen, by mail and when they ask again", async () => {
  const ann = await story.confirmed("Ann");
  const heard: string[][] = [];
  for (const [n, email] of [ann.email, "unknown@example.com"].entries()) {
    const agent = agentOf(n ? "Norris" : "Morris");
    const ask = () => story.ask("know", email, { agent, header: () => null });
    const first = await ask();
    expect(first).toMatchObject({ ok: true, value: { step: "agent", cookies: [] } });
    const reference = (first.ok && first.value.number) || "";
    // The person reads who asks, and confirms; a copy is ready for who has an account, and a person looks for the other.
    const [letter] = await story.letters(email);
    expect(letter?.text).toContain(`${agent.name} (${agent.email})`);
    const token = await story.token(email);
    expect(await world.privacy.readLink(token)).toMatchObject({ waits: true, page: { agent: { name: agent.name } } });
    const confirmed = await world.privacy.verify(token);
    expect(confirmed?.page.state).toBe(n ? "open" : "answered");
    expect(await world.privacy.verify(token), "pressed twice").toMatchObject({ waits: false });
    // What was answered at once and what is not look alike, asked again too, and no number leads to either.
    expect(await ask()).toEqual(first);
    for (const address of [email, agent.email])
      expect(await world.privacy.status({ number: reference, email: address, address: "203.0.113.20" })).toMatchObject({
        code: "not_found",
      });
    const letters = await story.letters(agent.email);
    heard.push(plain(letters, agent.name, agent.email));
    expect(
      letters.map(({ text }) => text.includes(email)),
      "no address of anybody",
    ).toEqual([false, false, false]);
    expect(letters.some(({ text }) => text.includes(confirmed?.page.number ?? "?"))).toBe(false);
  }
  expect(heard[0]).toEqual(heard[1]);
  expect(heard[0]).toHaveLength(3);
});

it("does nothing for a stranger whom the person does not confirm, however often and as whoever they ask", async () => {
  const bea = await story.confirmed("Bea");
  const agent = agentOf("Crook");
  for (let n = 0; n < 3; n += 1) await story.ask("delete", bea.email, { agent });
  expect(await story.rows("email = $1", [bea.email])).toMatchObject([
    { state: "unverified", agent_email: agent.email },
  ]);
  expect(await act(await idOf(bea.email), "answer", "Gone."), "nobody has confirmed it").toMatchObject({ ok: false });
  expect(await act(await idOf(bea.email), "accept"), "no power of attorney").toMatchObject({ ok: false });
  // A session proves who the agent is, not the person: not even when it is the person's own.
  for (const member of [await story.confirmed("Carl"), bea])
    expect(await story.ask("know", bea.email, { agent: agentOf(`Signed${member.name}`), member })).toMatchObject({
      value: { step: "agent" },
    });
  expect(await story.rows("email = $1 and state <> 'unverified'", [bea.email])).toEqual([]);
  // What she asks herself stands beside it, and is not held back by it.
  expect(await story.asMember(bea, "delete")).toMatchObject({ ok: true, value: { step: "taken" } });
  expect(await story.rows("email = $1 and right_asked = 'delete'", [bea.email])).toMatchObject([
    { state: "unverified", agent_email: agent.email },
    { state: "open", agent_email: "", user_id: bea.user_id },
  ]);
  await world.advance({ days: 14 });
  await world.privacy.endLinks();
  expect(await story.rows("agent_email = $1", [agent.email]), "it ended, and nothing of either is kept").toEqual([]);
  await world.advance({ days: -14 });
});

it("takes no name that a mail program makes a link of, and says what is missing", async () => {
  const ask = (agent: object, right = "know", email = "dan@example.com") =>
    story.ask(right, email, { agent: { ...agentOf("Dora"), ...agent } });
  for (const name of [
    "",
    " ",
    "win.example",
    "https://win.example",
    "Log in at win.example now",
    "<b>Dora</b>",
    "1",
    "x".repeat(81),
  ])
    expect(await ask({ name }), name).toMatchObject({ code: "agent_name_missing" });
  expect(await ask({ email: "dora" })).toMatchObject({ code: "agent_email_invalid" });
  expect(await ask({ email: " DAN@example.com " })).toMatchObject({ code: "agent_same" });
  expect(await ask({ permission: "" })).toMatchObject({ code: "permission_missing" });
  expect(await ask({ permission: "all" })).toMatchObject({ code: "permission_missing" });
  for (const right of ["know", "opt_out"])
    expect(await ask({}, right, ""), right).toMatchObject({ code: "email_invalid" });
  expect(await story.rows("email = 'dan@example.com'")).toEqual([]);
  expect(await ask({ name: "  José  O’Neill-Díaz, Esq. " })).toMatchObject({ ok: true });
  expect(await story.rows("email = 'dan@example.com'")).toMatchObject([{ agent_name: "José O’Neill-Díaz, Esq." }]);
});

it("refuses sharing for somebody by their signed permission alone, in their account and not in the agent's browser", async () => {
  const eva = await story.confirmed("Eva", "es");
  const heard: string[][] = [];
  for (const [n, email] of [eva.email, "unheard@example.com"].entries()) {
    const agent = agentOf(n ? "Oscar" : "Peter");
    for (let again = 0; again < 2; again += 1)
      expect(await story.ask("opt_out", email, { agent, language: "es" })).toMatchObject({
        value: { step: "agent", cookies: [] },
      });
    heard.push(plain(await story.letters(agent.email), agent.name, agent.email));
    expect(await story.rows("email = $1", [email])).toMatchObject([{ state: "answered", permission: "signed" }]);
    const [letter, ...others] = await story.letters(email);
    expect([letter?.text.includes(agent.email), others.length]).toEqual([true, 0]);
  }
  expect(heard[0]).toHaveLength(2);
  expect(heard[0]).toEqual(heard[1]);
  const said = (await world.attribution.privacyHistory(eva.user_id)).map((one) => [one.purpose, one.given, one.source]);
  expect(said, "each asking holds anew").toEqual(Array(2).fill(["marketing", false, "request"]));
});

it("needs no word of the person for a power of attorney, but a look at it within the law's time", async () => {
  const agent = agentOf("Fiona", "attorney");
  await story.ask("correct", "gus@example.com", { agent, words: "His name is Gustav.", language: "es" });
  const id = await idOf("gus@example.com");
  const queue = await world.operators.queues.find(({ name }) => name === "privacy requests")?.list(50);
  expect(queue?.find((one) => one.id === id)).toMatchObject({ due: new Date("2027-04-25T06:59:59Z") });
  // Whoever names the same address changes nothing of it, and it does not end by itself.
  await story.ask("correct", "gus@example.com", { agent, words: "Pay mallory." });
  await world.advance({ days: 20 });
  await world.privacy.endLinks();
  expect(await story.rows("email = 'gus@example.com'")).toMatchObject([
    { state: "unverified", words: "His name is Gustav." },
  ]);
  for (const name of ["answer", "extend"])
    expect(await act(id, name, "Done."), name).toMatchObject({ code: "not_possible" });
  expect(await act(id, "refuse", "", { reason: "nothing_kept" }), "tells nothing").toMatchObject({
    code: "not_possible",
  });
  const decidedAt = world.clock.now();
  for (let n = 0; n < 2; n += 1)
    expect(await act(id, "accept", "A notary's copy", { decidedAt })).toMatchObject({ ok: true });
  await world.advance({ minutes: 1 });
  expect(await act(id, "accept")).toMatchObject({ code: "not_possible" });
  expect(await act(id, "answer", "Ahora es Gustav.")).toMatchObject({ ok: true });
  const subjects = async (to: string) =>
    (await story.letters(to)).map(({ subject }) => subject.replace(/ [2-9A-Z-]{9}/, ""));
  expect(await subjects("gus@example.com")).toEqual([
    "Confirma tu solicitud de privacidad",
    "Tenemos tu solicitud de privacidad",
    "Nuestra respuesta a tu solicitud de privacidad",
  ]);
  expect((await subjects(agent.email)).slice(-2)).toEqual([
    "Tenemos tu solicitud de privacidad",
    "Nuestra respuesta a tu solicitud de privacidad",
  ]);
  const { facts, timeline } = await desk.show("privacy request", id);
  expect(facts).toMatchObject({ "asked by": "an agent, by a power of attorney" });
  expect(timeline.map(({ what }) => what.split(":")[0])).toEqual(["unverified", "open", "answered"]);
  const register = await world.operators.files
    .find(({ name }) => name === "privacy register")
    ?.read("2027", desk.toldOf({}));
  expect(register?.text).toMatch(/,correct,an address,2027-04-24,answered,2027-03-30,,,attorney/);

  // Who is not believed is told that, and nothing of the person.
  const other = agentOf("Harry", "attorney");
  await story.ask("know", "ivo@example.com", { agent: other });
  expect(await act(await idOf("ivo@example.com"), "refuse", "", { reason: "no_permission" })).toMatchObject({
    ok: true,
  });
  expect((await story.letters(other.email)).at(-1)?.text).toContain("We couldn't make sure that you may ask this");
  expect((await story.letters("ivo@example.com")).at(-1)?.text).toContain("may act for you");
  await world.advance({ days: -20 });
});

it("forgets an agent with the account it was for", async () => {
  const jan = await story.confirmed("Jan");
  const agent = agentOf("Kate");
  await story.ask("delete", jan.email, { agent });
  await world.privacy.verify(await story.token(jan.email));
  await story.end(jan);
  expect(await story.rows("agent_email = $1 or email = $2", [agent.email, jan.email])).toEqual([]);
  const [row] = await story.rows("permission = 'signed' and right_asked = 'delete' and state = 'answered'");
  expect(row).toMatchObject({ agent_name: "", agent_number: "", words: "" });
});

it("is let go by a member's session, by nobody else's, and once", async () => {
  const [lea, max] = [await story.confirmed("Lea"), await story.confirmed("Max")];
  const asked = await story.asMember(lea, "correct", { words: "My name is Leah." });
  const number = (asked.ok && asked.value.number) || "";
  const by = (user_id: string) => ({ number, user_id });
  expect(await world.privacy.readWithdraw(by(max.user_id))).toBeNull();
  expect(await world.privacy.withdraw(by(max.user_id))).toBeNull();
  // Looking alone lets nothing go.
  for (let n = 0; n < 2; n += 1)
    expect(await world.privacy.readWithdraw(by(lea.user_id))).toMatchObject({
      page: { state: "open", may_withdraw: true },
    });
  expect(await story.rows("number = $1", [number])).toMatchObject([{ state: "open", sequence: 1 }]);
  const both = await whileHeld(
    world,
    (query) => query(`select 1 from privacy.requests where number = '${number}' for update`),
    async (waiting) => {
      const answers = [world.privacy.withdraw(by(lea.user_id)), world.privacy.withdraw(by(lea.user_id))];
      await waiting(2);
      return () => Promise.all(answers);
    },
  );
  expect(both).toMatchObject([{ page: { state: "withdrawn" } }, { page: { state: "withdrawn" } }]);
  expect(await story.rows("number = $1", [number])).toMatchObject([{ state: "withdrawn", sequence: 2 }]);
  const subjects = (await story.letters(lea.email)).map(({ subject }) => subject);
  expect(subjects).toEqual([`We have your privacy request ${number}`, `Your privacy request ${number} is withdrawn`]);
  // The desk sees it, has nothing to do any more, and the register says so.
  const id = await idOf(number);
  expect(await act(id, "answer", "Done.")).toMatchObject({ code: "not_possible" });
  expect((await desk.show("privacy request", id)).timeline.map(({ what, by: who }) => [what, who])).toEqual([
    ["open", "writer"],
    ["withdrawn", "writer"],
  ]);
  const register = await world.operators.files
    .find(({ name }) => name === "privacy register")
    ?.read("2027", desk.toldOf({}));
  expect(register?.text).toContain(`${number},2027-03-10,correct,a member,2027-04-24,withdrawn,2027-03-10,`);
  // Asked again it is another.
  const again = await story.asMember(lea, "correct", { words: "My name is Leah." });
  expect(again.ok && again.value.number).not.toBe(number);
});

it("is let go by the link of its letter, as long as that goes where the request is reached", async () => {
  const page = await story.proven("delete", "nia@example.com", { language: "es" });
  const token = await story.withdrawToken("nia@example.com");
  for (const wrong of [
    "",
    token.slice(0, -1),
    `${token}x`,
    token.replace(/.\./, (two) => (two === "0." ? "1." : "0.")),
    token.split(".")[0] ?? "",
    "é",
  ])
    expect(await world.privacy.withdraw({ token: wrong }), wrong).toBeNull();
  // Another's signature opens no other request.
  await story.proven("delete", "ole@example.com");
  const [theirs] = [await story.withdrawToken("ole@example.com")];
  expect(await world.privacy.withdraw({ token: `${token.split(".")[0]}.${theirs.split(".")[1]}` })).toBeNull();
  expect(await world.privacy.readWithdraw({ token })).toMatchObject({
    page: { may_withdraw: true, number: page.number },
  });
  expect(await world.privacy.withdraw({ token })).toMatchObject({ page: { state: "withdrawn", number: page.number } });
  expect(await world.privacy.withdraw({ token })).toMatchObject({ page: { state: "withdrawn", may_withdraw: false } });
  const letter = (await story.letters("nia@example.com")).at(-1);
  expect(letter?.subject).toBe(`Se retiró tu solicitud de privacidad ${page.number}`);

  // A member's letter to an address that is theirs no more lets nothing go.
  const pia = await story.confirmed("Pia");
  await story.asMember(pia, "correct", { words: "My name is Pía." });
  const old = await story.withdrawToken(pia.email);
  await story.moveTo(pia, "pia.new@example.com");
  expect(await world.privacy.withdraw({ token: old })).toBeNull();
  expect(await story.rows("user_id = $1", [pia.user_id])).toMatchObject([{ state: "open" }]);
});

it("is let go before it is confirmed: a stranger's words go, and their agent hears that it ended", async () => {
  const agent = agentOf("Rolf");
  await story.ask("correct", "sia@example.com", { agent, words: "Pay mallory@example.com." });
  const link = await world.privacy.readLink(await story.token("sia@example.com"));
  const token = new URL(link?.withdraw ?? "", "https://x.example").searchParams.get("t") ?? "";
  expect(await world.privacy.withdraw({ token })).toMatchObject({ page: { state: "withdrawn" } });
  expect(await world.privacy.verify(await story.token("sia@example.com")), "it stays so").toMatchObject({
    page: { state: "withdrawn" },
  });
  expect(await story.rows("email = 'sia@example.com'")).toMatchObject([{ state: "withdrawn", words: "" }]);
  expect((await story.letters(agent.email)).map(({ subject }) => subject.split(" ").at(-1))).toEqual(["else", "ended"]);
});
