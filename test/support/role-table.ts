import { ROLE_ACTS } from "./role-acts.ts";

/** What is declared, and whose it is; owners may all of it. */
export const ROLE_TABLE = `${ROLE_ACTS.trimEnd()}
call GET /api/console/audit.csv: -
call GET /api/console/figures.csv: finance analyst
call GET /api/console/live: support claims finance catalogue content analyst partners
call GET /api/console/partner/numbers.csv: partner
call POST /api/console/beside: support claims finance catalogue content analyst partners
call POST /api/console/confirm/password: support claims finance catalogue content analyst partners partner
call POST /api/console/confirm/start: support claims finance catalogue content analyst partners partner
call POST /api/console/confirm: support claims finance catalogue content analyst partners partner
call POST /api/console/decisions/second: support claims finance catalogue content analyst partners
call POST /api/console/decisions/undo: support claims finance catalogue content analyst partners
call POST /api/console/decisions: support claims finance catalogue content analyst partners
call POST /api/console/files: support claims finance catalogue content analyst partners
call POST /api/console/hand-in: catalogue
call POST /api/console/partner/keys/end: partner
call POST /api/console/partner/keys: partner
call POST /api/console/passkeys/remove: support claims finance catalogue content analyst partners partner
call POST /api/console/passkeys/start: support claims finance catalogue content analyst partners partner
call POST /api/console/passkeys: support claims finance catalogue content analyst partners partner
call POST /api/console/password/remove: support claims finance catalogue content analyst partners partner
call POST /api/console/password/start: support claims finance catalogue content analyst partners partner
call POST /api/console/password: support claims finance catalogue content analyst partners partner
call POST /api/console/people/link: -
call POST /api/console/people/off: -
call POST /api/console/people/on: -
call POST /api/console/people/roles: -
call POST /api/console/people: -
call POST /api/console/personal: support claims
call POST /api/console/sessions/end: support claims finance catalogue content analyst partners partner
call POST /api/console/typing: support claims finance catalogue content analyst partners
figure booking drops found: finance analyst
figure cancellations: finance analyst
figure cash back promised: finance analyst
figure charged: finance analyst
figure claims open: finance analyst
figure claims paid: finance analyst
figure claims refused: finance analyst
figure claims sent: finance analyst
figure clicks: finance analyst
figure coins credited: finance analyst
figure coins taken back: finance analyst
figure desk answers in time: finance analyst
figure desk answers late: finance analyst
figure desk items overdue: finance analyst
figure mailboxes linked: finance analyst
figure mailboxes locked out: finance analyst
figure mailboxes paused: finance analyst
figure mailboxes throttled: finance analyst
figure members' confirmed: finance analyst
figure members' pending: finance analyst
figure memberships begun: finance analyst
figure memberships ended: finance analyst
figure messages first answered: finance analyst
figure messages not solved: finance analyst
figure messages solved: finance analyst
figure messages written: finance analyst
figure offers begun: finance analyst
figure order mails taken: finance analyst
figure order mails with facts: finance analyst
figure orders: finance analyst
figure paid out: finance analyst
figure parcel cases arrived: finance analyst
figure parcel cases opened: finance analyst
figure parcel cases refunded: finance analyst
figure parcels added: finance analyst
figure paying members: finance analyst
figure price drops found: finance analyst
figure price drops given back: finance analyst
figure price drops paid: finance analyst
figure rebates paid: finance analyst
figure receipts handed in: finance analyst
figure receipts unreadable: finance analyst
figure trials begun: finance analyst
figure trials converted: finance analyst
figure trials running: finance analyst
file copy: -
file evidence: finance
file gift codes: finance
file month: finance
file privacy register: support
list balances: support finance
list banners: content
list bonus coins: support claims catalogue content analyst
list bookings: support claims finance
list callbacks: support claims catalogue content analyst
list charges: support finance
list coupons: support claims catalogue content analyst
list disputes: support finance
list editions: content
list feeds: support claims catalogue content analyst
list home messages: content
list imports: support claims catalogue content analyst
list legal versions: support claims finance
list letters: support claims
list mailbox links: support claims finance
list mails: support claims
list members: support claims finance
list memberships: support claims finance
list messages: support claims
list missing translations: content
list orders: support claims finance
list owed: support finance
list own rates: support claims catalogue content analyst
list packs: content partners
list parcel cases: support claims finance
list parcels: support claims finance
list partners: content partners
list payers: support finance
list payments: support finance
list privacy requests: support
list product merges: support claims catalogue content analyst
list providers: support claims catalogue content analyst
list rebate claims: support claims finance
list refunds: support finance
list searches: support claims catalogue content analyst
list sections: support claims catalogue content analyst
list shared devices: support claims finance
list shared payout addresses: support finance
list stores: support claims catalogue content analyst
list synonyms: support claims catalogue content analyst
list texts: content
list watched prices: support claims finance
list wishes: support claims catalogue content analyst
list withdrawals: support finance
member's activity: support claims
member's agreements: support claims
member's charges: support finance
member's clicks: support claims finance
member's coins earned: support claims finance
member's consents: support claims finance
member's gift codes: support finance
member's ledger: support finance
member's limits: support claims finance
member's linked mailboxes: support claims finance
member's mails: support claims
member's memberships: support claims finance
member's messages: support claims
member's money by hand: support finance
member's notes: support claims finance
member's offers begun: support claims finance
member's order mails: support claims
member's orders: support claims finance
member's parcels: support claims finance
member's passbook: support
member's payments: support finance
member's privacy requests: support
member's rebates: support claims finance
member's receipts: support claims
member's sessions: support claims
member's shared devices: support claims finance
member's shared payout addresses: support finance
member's watched prices: support claims finance
member's withdrawals: support finance
object alarm: catalogue analyst
object balance: support finance
object booking: support claims finance
object callback: support claims catalogue content analyst
object canned answer: support
object canned answers: support
object charge: support finance
object click: support claims finance
object coin bonus: support claims catalogue content analyst
object coin claim: support claims finance
object coin offer: support claims catalogue content analyst
object coin reward: support claims finance
object coupon: support claims catalogue content analyst
object difference: support finance
object edition: content
object error: catalogue analyst
object feed: support claims catalogue content analyst
object held import: support claims catalogue content analyst
object held letter: support
object held payout: support finance
object import run: support claims catalogue content analyst
object inbox row: catalogue
object job: -
object legal version: support claims finance
object letter: support claims
object mail: support claims
object mailbox link: support claims finance
object mailbox_mail: support claims
object member: support claims finance
object membership: support claims finance
object message: support claims
object missing translation: content
object offer partner: support claims catalogue content analyst
object offer start: support claims finance
object order: support claims finance
object pack: content partners
object parcel case: support claims finance
object parcel: support claims finance
object partner: content partners
object payer: support finance
object payment: support finance
object privacy request: support
object product: support claims catalogue content analyst
object programme: support claims catalogue content analyst
object rebate claim: support claims finance
object receipt: support claims
object refund: support finance
object refused callback: support claims catalogue content analyst
object returned address: support claims
object search: support claims catalogue content analyst
object section: support claims catalogue content analyst
object service: support
object session: support claims finance
object shared device: support claims finance
object shared payout address: support finance
object store: support claims catalogue content analyst
object text: content
object transfer: support finance
object watched price: support claims finance
object withdrawal: support finance
queue alarms: catalogue analyst
queue appealed rebates: claims
queue charges: finance
queue differences: finance
queue errors: catalogue analyst
queue funding: support finance
queue held coins: claims
queue held letters: support
queue held payouts: finance
queue imports: catalogue
queue inbox: catalogue
queue jobs: -
queue messages: support
queue missing coins: claims
queue orders: claims
queue payments: finance
queue privacy requests: support
queue purchases: claims
queue rebate claims: claims
queue sampled rebates: claims
`;
