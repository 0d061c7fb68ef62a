/** What is told of prices over time, and of members who wait for lower ones. Money in cents as texts. */

/** What a thing cost over the last 90 days, at whichever store it was lowest. Days are `YYYY-MM-DD`. */
export type PriceHistory = {
  /** The first of the days, `today` the last. */
  from: string;
  today: string;
  /** Since when its prices are known, which may be longer than 90 days; null when none ever was. */
  watched_since: string | null;
  /** Whether it was watched for so long (14 days) that a lowest price says something. */
  telling: boolean;
  /** From its day on it cost this; null: it was not to be had. */
  steps: { day: string; minor: string | null }[];
  today_minor: string | null;
  lowest: { day: string; minor: string } | null;
  highest: { day: string; minor: string } | null;
};

/** A product whose price a member waits for; amounts in cents. */
export type PriceAlert = {
  slug: string;
  name: string;
  image_url: string | null;
  /** Null when no store has it now. */
  now_minor: string | null;
  /** Null: every fall is told. */
  below_minor: string | null;
};
