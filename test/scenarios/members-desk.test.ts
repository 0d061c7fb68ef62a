/** Stories of what operators do with accounts: each act with a reason, seen by the member, refused where it cannot be. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const visit = { user_agent: "Mozilla/5.0 (Macintosh) Firefox/140", address: "192.0.2.7" };
const idOf = (member: { user_id: string }) => userId.show(member.user_id);
const act = (member: Member, name: string, told: Parameters<typeof desk.act>[3] = {}) =>
  desk.act("member", idOf(member), name, told);
const logIn = (member: Member, password = member.password) =>
  world.identity.login({ email: member.email, password, ...visit });
const activity = async (member: Member) => (await world.identity.settings(member, "en")).log.map(({ kind }) => kind);

describe("every act", () => {
  it("is refused without who and why, and for who is not there, was merged or deleted", async () => {
    const [ann, anna, bob] = [await world.member("Ann"), await world.member("Anna"), await world.member("Bob")];
    await world.identity.merge({ from: ann.user_id, to: anna.user_id });
    await world.identity.deleteAccount(bob, { password: bob.password, give_up: true, ...visit });
    const names = world.operators.objects.find(({ kind }) => kind === "member")?.acts?.map(({ name }) => name) ?? [];
    expect(names.length).toBeGreaterThanOrEqual(11);
    for (const name of names) {
      const values = { amount: "1", note: "x", coins: "100", days: "30" };
      for (const told of [
        { by: "", values },
        { reason: "", values },
        { reason: "  ", values },
      ])
        expect(await act(anna, name, told), `${name} ${JSON.stringify(told)}`).toMatchObject({ ok: false });
      for (const gone of [ann, bob]) {
        const reasons: Record<string, string> = { credit: "goodwill", "gift code": "goodwill", debit: "given_wrongly" };
        const reason = reasons[name] ?? "because";
        expect(await act(gone, name, { reason, values, approvedBy: "opr_boss" }), name).toMatchObject({
          code: "unknown",
        });
      }
      expect(await desk.act("member", "ord_1", name), name).toMatchObject({ code: "unknown" });
    }
  });
});

describe("who cannot get in", () => {
  it("gets the link again, or is confirmed by hand, once", async () => {
    const ann = await world.member("Ann");
    expect(await act(ann, "resend")).toMatchObject({ ok: true });
    await world.work();
    expect((await world.mails(ann.email)).filter((subject) => /confirm/i.test(subject))).toHaveLength(2);
    // What opens the account is shown to nobody, neither while the letter waits nor after.
    await act(ann, "resend");
    for (const mail of await desk.section("mails", ann.user_id))
      expect(JSON.stringify(await desk.show("mail", mail.id))).not.toMatch(/verify\/[A-Za-z0-9]{20}/);
    const both = await Promise.all([act(ann, "verify"), act(ann, "verify")]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await act(ann, "resend")).toMatchObject({ code: "not_possible" });
    expect((await desk.show("member", idOf(ann))).facts["address confirmed"]).toMatch(/^2027/);
    expect(await activity(ann)).toContain("verified_by_hand");
  });

  it("may try again at once after too many wrong passwords, at home and elsewhere", async () => {
    await world.close();
    world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
    desk = createOperators(world);
    const ann = await world.member("Ann");
    await logIn(ann);
    for (let n = 0; n < 9; n += 1) await logIn(ann, "not the password");
    expect(await logIn(ann)).toMatchObject({ ok: false, code: "too_many_attempts" });
    expect(await act(ann, "unlock")).toMatchObject({ ok: true });
    expect(await logIn(ann)).toMatchObject({ ok: true });
    expect(await activity(ann)).toContain("unlocked");
  });
});

describe("a closed account", () => {
  it("ends every session, refuses every way in with words, charges nothing more, and opens again", async () => {
    const ann = await world.member("Ann");
    const story = createMembershipStory(world);
    await story.joined(ann.user_id);
    const signed = await logIn(ann);
    if (!signed.ok) throw new Error(signed.code);
    const reset = await world.identity.oneTimeToken(ann.user_id, null);
    expect(await act(ann, "close", { reason: "said that somebody else has it" })).toMatchObject({ ok: true });
    expect(await act(ann, "close")).toMatchObject({ code: "not_possible" });
    expect(await world.identity.authenticate(signed.value.login_token, signed.value.bind_secret)).toBeNull();
    expect(await logIn(ann)).toMatchObject({ ok: false, code: "account_closed" });
    expect(await logIn(ann, "not the password"), "only who knows the password reads it").toMatchObject({
      code: "wrong_credentials",
    });
    expect(await world.identity.signInWithToken(String(reset), visit)).toMatchObject({ ok: false });
    const other = await world.member("Anna");
    expect(await world.identity.merge({ from: ann.user_id, to: other.user_id })).toMatchObject({
      code: "merge_not_possible",
    });
    await world.work();
    expect((await world.membership.readMembership(ann.user_id)).running).toMatchObject([
      { cancel_at_period_end: true, next_charge: null },
    ]);
    expect(await world.mails(ann.email)).toContain("Your account is closed");
    expect(
      (
        await world.operators.lists
          .find(({ name }) => name === "members")
          ?.read({ filters: { state: "closed" }, after: null, most: 5 })
      )?.rows,
    ).toMatchObject([{ id: idOf(ann), facts: { state: "closed" } }]);
    expect(await act(ann, "restore")).toMatchObject({ ok: true });
    expect(await logIn(ann)).toMatchObject({ ok: true });
    expect(await activity(ann)).toEqual(expect.arrayContaining(["account_closed", "account_restored"]));
  });

  it("lets nobody slip in while it is being closed", async () => {
    const ann = await world.member("Ann");
    const [, ...tries] = await Promise.all([act(ann, "close"), ...Array.from({ length: 4 }, () => logIn(ann))]);
    for (const one of tries)
      if (one.ok) expect(await world.identity.authenticate(one.value.login_token, one.value.bind_secret)).toBeNull();
    expect(await logIn(ann)).toMatchObject({ code: "account_closed" });
  });
});

/** Letters to an address are found by it as well. */
const people = async (text: string) => (await desk.search(text)).filter(({ kind }) => kind === "member");

describe("a member's data", () => {
  it("is found by what an address or a name begins with, and by id alone where it is an id", async () => {
    const ann = await world.member("Ann");
    await world.member("Zoe");
    for (const text of ["ann@example.com", "ANN@exa", "ann", idOf(ann)])
      expect(await people(text), text).toMatchObject([{ kind: "member", id: idOf(ann) }]);
    for (const text of ["an", "%", "_nn", "nobody", "usr_1"]) expect(await people(text), text).toEqual([]);
  });

  it("is copied whole with a reason, and the member sees that it was", async () => {
    const ann = await world.member("Ann");
    await act(ann, "note", { reason: "asked by phone for her copy" });
    await act(ann, "note", { reason: "asked by phone for her copy" });
    const copy = world.operators.files.find(({ name }) => name === "copy");
    expect(await copy?.read(idOf(ann), desk.toldOf({ reason: "" }))).toBeNull();
    await act(ann, "resend");
    expect((await copy?.read(idOf(ann), desk.toldOf({})))?.text).not.toMatch(/verify\/[A-Za-z0-9]{20}/);
    const file = JSON.parse((await copy?.read(idOf(ann), desk.toldOf({})))?.text ?? "{}");
    expect(file.account).toMatchObject({ email: ann.email, notes: [{ body: "asked by phone for her copy" }] });
    expect(Object.keys(file)).toEqual(expect.arrayContaining(["ledger", "membership", "notifications", "help"]));
    expect(await activity(ann)).toContain("copy_taken");
    expect(await desk.section("notes", ann.user_id)).toHaveLength(1);
  });

  it("is erased by two, and not while money is left that nobody gave up", async () => {
    const ann = await world.member("Ann");
    await act(ann, "credit", { reason: "goodwill", values: { amount: "3", note: "x" } });
    expect(await act(ann, "erase")).toMatchObject({ detail: { why: /second person/ } });
    expect(await act(ann, "erase", { approvedBy: "opr_ann" })).toMatchObject({ ok: false });
    expect(await act(ann, "erase", { approvedBy: "opr_boss" })).toMatchObject({
      code: "not_possible",
      detail: { why: /Money is left/ },
    });
    expect(await act(ann, "erase", { approvedBy: "opr_boss", values: { "give up": "yes" } })).toMatchObject({
      ok: true,
    });
    expect(await people("ann@example.com")).toEqual([]);
    expect((await desk.show("member", idOf(ann))).personal).toEqual({ name: "Deleted" });
  });
});
