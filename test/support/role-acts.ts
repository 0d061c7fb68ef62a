/** Every act that is declared, and whose it is; owners may all of it. */
export const ROLE_ACTS = `
act alarms quiet: -
act appealed rebates approve: claims
act appealed rebates deny: claims
act balance take transfer back: finance
act balance tell transfer: finance
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
act funding deposit: finance
act held coins credit: claims
act held coins refuse: claims
act held letter drop: support
act held letter let in: support
act held letters drop: support
act held letters let in: support
act held payouts refuse: finance
act held payouts release: finance
act imports drop: catalogue
act imports release: catalogue
act inbox close: catalogue
act inbox retry: catalogue
act inbox row close: catalogue
act inbox row retry: catalogue
act job retry: -
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
act payer take payment back: finance
act payer tell payment: finance
act payment done: finance
act payment refused: finance
act payment retry: finance
act payment returned: finance
act payment stop: finance
act payments done: finance
act payments refused: finance
act payments retry: finance
act payments returned: finance
act payments stop: finance
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
`;
