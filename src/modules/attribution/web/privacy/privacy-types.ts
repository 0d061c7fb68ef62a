/** What the calls about privacy answer, as the browser sees it. */
export type Allowed = { attribution: boolean; statistics: boolean; marketing: boolean };
export type PurposeWords = { name: string; what: string };
export type PrivacyWords = {
  title: string;
  body: string;
  allow: string;
  reject: string;
  choose: string;
  save: string;
  purposes: Record<keyof Allowed, PurposeWords>;
};
export type Shown = {
  ask: boolean;
  gpc: boolean;
  choices: Allowed;
  permitted: Allowed;
  chosen_at: string | null;
  version: string;
  words: PrivacyWords;
};
