/** Every cookie that is set, for the page that lists them. A test looks for names that are missing here. */
export type ListedCookie = {
  name: string;
  /** 0 for a session, or an hour at most. */
  days: number;
  needed: boolean;
  /** An English key of the dictionaries. */
  what:
    | "Keeps you signed in."
    | "Binds your sign-in to this browser, so that a stolen token opens nothing."
    | "Remembers the first of two steps while you enter the second."
    | "Remembers that you have a membership, so pages don't have to ask."
    | "Brings you back to where you were after signing in."
    | "Keeps your place in the offer, so reloading or going back loses nothing."
    | "That a reference brought you to a page of members."
    | "Your language."
    | "Your time zone, so that dates are those of your calendar."
    | "Which brand the site shows."
    | "What you allowed and refused."
    | "Whether your location requires consent first."
    | "The friend who invited you."
    | "The credit that a page promised you."
    | "The proof of that promise, which only our server reads."
    | "Remembers that you closed a prompt, so it doesn't come back."
    | "Remembers that you saw an exit offer, so it isn't shown again."
    | "Remembers that you have the extension, so we don't offer it."
    | "Remembers that you finished onboarding."
    | "Remembers that you came from the app, so you go back to it."
    | "Keeps a sign-in with Google, Apple or Facebook from being taken over."
    | "Tells a device that you signed in from before from a stranger's."
    | "Props of an extra that you were offered."
    | "Which campaign brought you.";
};

export const COOKIES: readonly ListedCookie[] = [
  { name: "tp_token", days: 365, needed: true, what: "Keeps you signed in." },
  {
    name: "tp_bind",
    days: 365,
    needed: true,
    what: "Binds your sign-in to this browser, so that a stolen token opens nothing.",
  },
  { name: "tp_step", days: 0, needed: true, what: "Remembers the first of two steps while you enter the second." },
  {
    name: "tp_device",
    days: 400,
    needed: true,
    what: "Tells a device that you signed in from before from a stranger's.",
  },
  {
    name: "tp_social",
    days: 0,
    needed: true,
    what: "Keeps a sign-in with Google, Apple or Facebook from being taken over.",
  },
  {
    name: "sm_spsub",
    days: 365,
    needed: true,
    what: "Remembers that you have a membership, so pages don't have to ask.",
  },
  { name: "auth_redirect_url", days: 0, needed: true, what: "Brings you back to where you were after signing in." },
  { name: "redirected_from_ida", days: 0, needed: true, what: "That a reference brought you to a page of members." },
  {
    name: "redirect_to_app",
    days: 30,
    needed: true,
    what: "Remembers that you came from the app, so you go back to it.",
  },
  {
    name: "tp_flow",
    days: 30,
    needed: true,
    what: "Keeps your place in the offer, so reloading or going back loses nothing.",
  },
  { name: "vprops", days: 0, needed: true, what: "Props of an extra that you were offered." },
  { name: "lang", days: 365, needed: true, what: "Your language." },
  {
    name: "zone",
    days: 365,
    needed: true,
    what: "Your time zone, so that dates are those of your calendar.",
  },
  { name: "partner", days: 365, needed: true, what: "Which brand the site shows." },
  { name: "privacy_choices", days: 180, needed: true, what: "What you allowed and refused." },
  { name: "privacy_region", days: 1, needed: true, what: "Whether your location requires consent first." },
  { name: "referral_code", days: 30, needed: true, what: "The friend who invited you." },
  { name: "register_promo", days: 30, needed: true, what: "The credit that a page promised you." },
  { name: "tp_promo", days: 30, needed: true, what: "The proof of that promise, which only our server reads." },
  {
    name: "dismissed_extension_install",
    days: 7,
    needed: true,
    what: "Remembers that you closed a prompt, so it doesn't come back.",
  },
  {
    name: "exit_asked",
    days: 7,
    needed: true,
    what: "Remembers that you saw an exit offer, so it isn't shown again.",
  },
  {
    name: "extension_installed",
    days: 365,
    needed: true,
    what: "Remembers that you have the extension, so we don't offer it.",
  },
  { name: "onboarding_completed", days: 365, needed: true, what: "Remembers that you finished onboarding." },
  { name: "sm_landers", days: 25, needed: false, what: "Which campaign brought you." },
];
