create schema benefits;

-- One row for each rebate that a member asked for, with the terms as they stood. `rebate_minor`: what comes back of it at most.
create table benefits.claims (
  claim_id uuid primary key,
  -- What people tell us to find it: without letters and figures that look alike.
  reference text not null unique check (reference ~ '^[2-9A-HJ-NP-Z]{8}$'),
  user_id uuid not null references identity.users (user_id),
  request_key text not null,
  type text not null check (type in ('shipping', 'grocery', 'rideshare', 'fooddelivery', 'scooter', 'streaming', 'mobilephone', 'fuel', 'truckrental')),
  -- Whose partners counted, under which brand, and the membership that covers it.
  country text not null check (country ~ '^[A-Z]{2}$'),
  partner text not null,
  membership_id uuid not null,
  terms jsonb not null,
  merchant text not null,
  -- The merchant without case, accents and signs.
  merchant_key text not null,
  purchased_on date not null,
  paid_minor bigint not null check (paid_minor > 0),
  order_id uuid,
  rebate_minor bigint not null check (rebate_minor >= 0),
  cut_by text check (cut_by in ('claim', 'month', 'year')),
  -- While it counts against the limits: whose they are and since when.
  limit_subject uuid not null,
  reserved_at timestamptz,
  state text not null check (state in ('reading', 'review', 'asked', 'approved', 'paid', 'denied', 'appealed', 'denied_final', 'expired', 'withdrawn', 'reversed')),
  -- Why it was refused or taken back, or what is asked for.
  reason text,
  -- The rule that brought a person in.
  doubt text,
  answer_by date,
  decided_by text,
  decided_at timestamptz,
  appeal_words text,
  -- Paid without a person, and shown to one afterwards.
  sampled boolean not null default false,
  looked_at timestamptz,
  posted_pending bigint not null default 0 check (posted_pending >= 0),
  posted_confirmed bigint not null default 0 check (posted_confirmed >= 0),
  sequence integer not null,
  sent_at timestamptz not null,
  changed_at timestamptz not null,
  unique (user_id, request_key)
);
create index claims_of_user on benefits.claims (user_id, sent_at desc, claim_id desc);
create index claims_by_day on benefits.claims (sent_at desc, claim_id desc);
create index claims_waiting on benefits.claims (answer_by, sent_at) where state in ('review', 'appealed', 'asked');
create index claims_reading on benefits.claims (changed_at) where state = 'reading';
create index claims_approved on benefits.claims (changed_at) where state = 'approved';
create index claims_sampled on benefits.claims (changed_at) where sampled and looked_at is null;
create index claims_of_order on benefits.claims (order_id) where order_id is not null;
-- An order of ours pays back once for each kind.
create unique index claims_one_of_order on benefits.claims (order_id, type)
  where order_id is not null and state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed');

-- What proves it, by the ids of receipts.
create table benefits.claim_receipts (
  claim_id uuid not null references benefits.claims (claim_id),
  receipt_id uuid not null,
  position integer not null,
  primary key (claim_id, receipt_id)
);
create index claim_receipts_of_receipt on benefits.claim_receipts (receipt_id);

create table benefits.claim_events (
  claim_id uuid not null references benefits.claims (claim_id),
  sequence integer not null,
  at timestamptz not null,
  from_state text,
  state text not null,
  reason text,
  rebate_minor bigint not null,
  by_whom text not null,
  -- What the member wrote, or a person to them.
  words text not null default '',
  primary key (claim_id, sequence)
);
create index claim_events_by_day on benefits.claim_events (at, state);

-- What each rule said when the claim was decided by the table, the newest last.
create table benefits.claim_verdicts (
  claim_id uuid not null references benefits.claims (claim_id),
  sequence integer not null,
  version integer not null,
  rules jsonb not null,
  at timestamptz not null,
  primary key (claim_id, sequence)
);

-- Where a member gets their rebates: it says whose partners count.
create table benefits.addresses (
  user_id uuid primary key references identity.users (user_id),
  line1 text not null,
  line2 text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  country text not null check (country in ('AU', 'CA', 'GB', 'NZ', 'US')),
  changed_at timestamptz not null
);
