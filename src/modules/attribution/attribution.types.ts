/** What attribution tells whoever asks. */

/** What a new account keeps of how its owner came (SPEC §3 User). */
export type Arrival = {
  sid: string | null;
  cid: string | null;
  partner: string;
  country_code: string | null;
  /** Whose legal texts they read: their country's, and where nobody knows it, those that their browser's language is of. */
  reads_in: string | null;
};
