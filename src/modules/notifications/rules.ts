/** What members are told of and where, which mails are sent whatever they chose, and what becomes of mails and pushes. */

/** `leaves`: may be left by mail and on our pages. `waits`: no hurry, and gathered for whoever wants one mail of many. */
export const LISTS = {
  account: { leaves: false, waits: false, en: "your account and its safety", es: "tu cuenta y su seguridad" },
  money: { leaves: true, waits: true, en: "your cash back and payouts", es: "tu dinero de vuelta y tus retiros" },
  alerts: { leaves: true, waits: false, en: "price alerts", es: "alertas de precio" },
  news: { leaves: true, waits: true, en: "news and offers", es: "novedades y ofertas" },
  /** The one mail of many: leaving it leaves every list that is gathered in it. */
  digest: { leaves: true, waits: false, en: "your summary", es: "tu resumen" },
} as const;

export type List = keyof typeof LISTS;
/** What a letter may be about. */
export type Topic = Exclude<List, "digest">;
export const LEAVABLE = ["money", "alerts", "news"] as const satisfies readonly Topic[];
export type LeavableList = (typeof LEAVABLE)[number];
export const TOPICS = [...LEAVABLE, "account"] as const satisfies readonly Topic[];
/** By mail, on our own pages, on the screens of a member's browsers and phones, by text to their phone. */
export const CHANNELS = ["mail", "page", "push", "text"] as const;
export type Channel = (typeof CHANNELS)[number];
/** What holds for who never chose: a push comes to devices where it was turned on, a text only to who asked for texts of it. */
export const BY_DEFAULT: Record<Channel, boolean> = { mail: true, page: true, push: true, text: false };

/** The law and the account's safety ask for these, so that nobody can switch them off. */
export const isAlways = (list: List, channel: Channel): boolean =>
  !LISTS[list].leaves && (channel === "mail" || channel === "page");

/** A list as its reader sees it, and where they are told of it. */
export type MailList = { list: Topic; en: string; es: string } & Record<Channel, boolean>;

export const MAIL_TRANSITIONS = {
  queued: ["sending", "unwanted", "returned"],
  sending: ["sent", "failed", "refused", "unclear", "sending", "unwanted", "returned"],
  failed: ["sending", "unwanted", "returned"],
  sent: [],
  refused: [],
  unclear: [],
  unwanted: [],
  /** Mail to this address comes back. */
  returned: [],
  /** Waits for its member's next summary, or to leave by itself when they want none any more. */
  gathered: ["queued", "digested", "unwanted"],
  /** Told in a summary. */
  digested: [],
} as const;
export type MailState = keyof typeof MAIL_TRANSITIONS;

export const PUSH_TRANSITIONS = {
  /** Pressed on one device while another's service is waited for, the member knows: nobody is told any more. */
  queued: ["held_quiet", "sent", "clicked", "failed", "pruned"],
  /** It is night where its member is. */
  held_quiet: ["held_quiet", "sent", "clicked", "failed", "pruned"],
  sent: ["clicked"],
  clicked: [],
  /** No push service said that it took it. A press says that one did, and that its answer was lost. */
  failed: ["clicked"],
  /** Nobody is there to be told: no device is left, or it is not wanted any more. */
  pruned: ["clicked"],
} as const;
export type PushState = keyof typeof PUSH_TRANSITIONS;
export const mayBecome = (from: PushState, to: PushState): boolean =>
  (PUSH_TRANSITIONS[from] as readonly PushState[]).includes(to);
export const PUSH_STATES = Object.keys(PUSH_TRANSITIONS) as PushState[];

/** How long a push waits for a device that is not reached, and how soon it must get there, by what it is about. */
export const PUSH_RULES = {
  account: { ttl_seconds: 43_200, urgency: "high" },
  money: { ttl_seconds: 86_400, urgency: "normal" },
  alerts: { ttl_seconds: 43_200, urgency: "normal" },
  news: { ttl_seconds: 86_400, urgency: "low" },
} as const satisfies Record<Topic, { ttl_seconds: number; urgency: "low" | "normal" | "high" }>;
