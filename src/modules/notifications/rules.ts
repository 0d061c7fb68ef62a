/** Lists that a member may leave, and which mails are sent whatever they left. */

export const LISTS = {
  account: { leaves: false, en: "your account and its safety", es: "tu cuenta y su seguridad" },
  money: { leaves: true, en: "your cash back and payouts", es: "tu dinero de vuelta y tus retiros" },
  alerts: { leaves: true, en: "prices you wait for", es: "precios que esperas" },
  news: { leaves: true, en: "news and offers", es: "novedades y ofertas" },
} as const;

export type List = keyof typeof LISTS;
export const LEAVABLE = ["money", "alerts", "news"] as const satisfies readonly List[];
export type LeavableList = (typeof LEAVABLE)[number];
/** By mail, or on our own pages. */
export const CHANNELS = ["mail", "page"] as const;
export type Channel = (typeof CHANNELS)[number];
/** A list as its reader sees it, and where they are told of it. */
export type MailList = { list: LeavableList; en: string; es: string } & Record<Channel, boolean>;

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
} as const;
export type MailState = keyof typeof MAIL_TRANSITIONS;
