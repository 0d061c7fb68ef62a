/** What is declared, and whose it is; owners may all of it. */
export const ROLE_TABLE = `
act alarms quiet: -
act appealed rebates approve: claims
act appealed rebates deny: claims
act callback replay: catalogue
act canned answer change: support
act canned answer retire: support
act canned answers add: support
act charge refund: finance
act charges close: finance
act charges retry: finance
act coin bonus end bonus: catalogue
act coin bonus set bonus: catalogue
act coin offer hide: catalogue
act coin offer show: catalogue
act coupon bring back: catalogue
act coupon check no more: catalogue
act coupon check now: catalogue
act coupon retire: catalogue
act differences commission: finance
act differences currency: finance
act differences fee: finance
act differences orders: finance
act differences write_off: finance
act edition change: content
act edition drop: content
act edition publish: content
act edition take back: content
act errors close: -
act feed go on: catalogue
act feed hold: catalogue
act feed roll back: catalogue
act feed run: catalogue
act held coins credit: claims
act held coins refuse: claims
act held letters drop: support
act held letters let in: support
act held payouts refuse: finance
act held payouts release: finance
act imports drop: catalogue
act imports release: catalogue
act inbox close: catalogue
act inbox retry: catalogue
act jobs retry: -
act mail send me a copy: support claims
act mailbox link sync now: support
act mailbox link unlink: support
act member close: -
act member credit: finance
act member debit: finance
act member erase: -
act member gift code: finance
act member look: support
act member note: support
act member remove second step: -
act member resend: support
act member restore: -
act member unlock: support
act member verify: support
act membership cancel: finance
act message answer: support
act message assign: support
act message note: support
act message resolve: support
act message say: support
act message take: support
act messages answer: support
act messages assign: support
act messages note: support
act messages resolve: support
act messages take: support
act missing coins refuse: claims
act missing coins wait: claims
act missing translation dismiss: content
act missing translation take back: content
act missing translation translate: content
act offer partner daily cap: catalogue
act offer partner pay share: catalogue
act offer partner switch off: catalogue
act offer partner switch on: catalogue
act order assign: claims
act orders nothing: claims
act orders promise: claims
act orders share: claims
act pack drop: partners
act pack give it a look: partners
act pack publish: partners
act pack say who it is: partners
act pack set its benefits: partners
act pack set its hand-overs: partners
act pack set its pixels: partners
act pack set its plan: partners
act pack set its shares: partners
act pack set the rest: partners
act pack take back: partners
act partner begin a draft: partners
act payment done: finance
act payment refused: finance
act payment retry: finance
act payment returned: finance
act payments done: finance
act payments refused: finance
act payments retry: finance
act payments returned: finance
act privacy request accept: support
act privacy request answer: support
act privacy request extend: support
act privacy request refuse: support
act privacy requests accept: support
act privacy requests answer: support
act privacy requests extend: support
act privacy requests refuse: support
act product merge: catalogue
act product no picture: catalogue
act product part: catalogue
act product picture as imported: catalogue
act product picture: catalogue
act product upload picture: catalogue
act programme end own rate: catalogue
act programme own rate: catalogue
act purchases answer: claims
act purchases assign: claims
act purchases file: claims
act purchases note: claims
act purchases resolve: claims
act purchases take: claims
act rebate claim take back: claims
act rebate claims approve: claims
act rebate claims ask: claims
act rebate claims deny: claims
act receipt read again: support claims
act returned address send again: support
act sampled rebates fine: claims
act search means itself: catalogue
act search means: catalogue
act search pin: catalogue
act search unpin: catalogue
act section as built: catalogue
act section hide: catalogue
act section move down: catalogue
act section move to: catalogue
act section move up: catalogue
act section pin: catalogue
act section show: catalogue
act section unpin: catalogue
act service tell no more: support
act service tell visitors: support
act store add coupon: catalogue
act store aliases: catalogue
act store as imported: catalogue
act store category: catalogue
act store hide: catalogue
act store merge: catalogue
act store no picture: catalogue
act store part: catalogue
act store picture: catalogue
act store popularity: catalogue
act store rename: catalogue
act store show: catalogue
act store upload picture: catalogue
act text write: content
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
object held payout: support finance
object import run: support claims catalogue content analyst
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
