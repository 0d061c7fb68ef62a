import { analytics } from "./analytics/provider.ts";
import { apns } from "./apns/provider.ts";
import { easypost } from "./carriers/easypost/provider.ts";
import { ups } from "./carriers/ups/provider.ts";
import { checkouts } from "./checkouts/provider.ts";
import { fcm } from "./fcm/provider.ts";
import { apple } from "./identity/apple/provider.ts";
import { facebook } from "./identity/facebook/provider.ts";
import { google } from "./identity/google/provider.ts";
import { pwned } from "./identity/pwned/provider.ts";
import { recaptcha } from "./identity/recaptcha/provider.ts";
import { mail } from "./mail/provider.ts";
import { gmail } from "./mailboxes/gmail/provider.ts";
import { imap } from "./mailboxes/imap/provider.ts";
import { microsoft } from "./mailboxes/microsoft/provider.ts";
import { mailgun } from "./mailboxes/provider.ts";
import { media } from "./media/provider.ts";
import { awin } from "./networks/awin/provider.ts";
import { cj } from "./networks/cj/provider.ts";
import { impact } from "./networks/impact/provider.ts";
import { adgem } from "./offers/adgem/provider.ts";
import { ayet } from "./offers/ayet/provider.ts";
import { bitlabs } from "./offers/bitlabs/provider.ts";
import { cpx } from "./offers/cpx/provider.ts";
import { generic } from "./offers/generic/provider.ts";
import { lootably } from "./offers/lootably/provider.ts";
import { played } from "./offers/played.ts";
import { pollfish } from "./offers/pollfish/provider.ts";
import { theoremreach } from "./offers/theoremreach/provider.ts";
import { torox } from "./offers/torox/provider.ts";
import { paypal } from "./payouts/paypal/provider.ts";
import { tremendous } from "./payouts/tremendous/provider.ts";
import { stripe } from "./processor/provider.ts";
import { push } from "./push/provider.ts";
import { shops } from "./shops/provider.ts";
import { twilio } from "./texts/provider.ts";
import { booking } from "./travel/booking/provider.ts";
import { expedia } from "./travel/expedia/provider.ts";
import type { Provider } from "./world.ts";

/** Every outside party, in the order in which they are asked, listed and drawn. A new one is a folder and a line here. */
export const PROVIDERS: readonly Provider[] = [
  impact,
  cj,
  awin,
  paypal,
  tremendous,
  stripe,
  google,
  apple,
  facebook,
  recaptcha,
  pwned,
  mail,
  mailgun,
  imap,
  gmail,
  microsoft,
  twilio,
  push,
  fcm,
  apns,
  easypost,
  ups,
  booking,
  expedia,
  analytics,
  ayet,
  adgem,
  torox,
  lootably,
  generic,
  cpx,
  bitlabs,
  theoremreach,
  pollfish,
  played,
  shops,
  checkouts,
  media,
];
