create schema coins;

-- What a provider knows a member by. Two accounts that become one keep all of theirs.
create table coins.member_refs (
  user_ref text primary key,
  provider text not null,
  user_id uuid not null references identity.users (user_id),
  made_at timestamptz not null
);
create index member_refs_by_user on coins.member_refs (user_id, provider, made_at);

create table coins.offers (
  offer_id uuid primary key,
  provider text not null,
  provider_offer_id text not null,
  name text not null,
  description text not null,
  requirements text not null,
  image_url text,
  type text not null check (type in ('APP', 'GAME', 'OTHER')),
  platforms text[] not null,
  countries text[] not null,
  payout_micros bigint not null check (payout_micros > 0),
  goals jsonb not null,
  click_url text not null,
  same_as text,
  min_age integer,
  content_hash bytea not null,
  state text not null check (state in ('live', 'down')),
  first_seen_at timestamptz not null,
  changed_at timestamptz not null,
  down_at timestamptz,
  -- A person took it off the pages, and why.
  hidden_by text,
  hidden_reason text,
  unique (provider, provider_offer_id)
);
create index offers_live on coins.offers (payout_micros desc, offer_id) where state = 'live';

-- What was agreed when a member set out: it stays as it was, whatever becomes of the offer.
create table coins.starts (
  start_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  offer_id uuid not null references coins.offers (offer_id),
  provider text not null,
  provider_offer_id text not null,
  user_ref text not null references coins.member_refs (user_ref),
  platform text not null check (platform in ('ios', 'android', 'desktop')),
  terms jsonb not null,
  terms_hash bytea not null,
  started_at timestamptz not null,
  -- Set out again by the same terms.
  last_at timestamptz not null,
  -- Somebody who began the same offer and has a device or mailbox in common with this member.
  shared_with uuid references identity.users (user_id),
  hidden_at timestamptz
);
create index starts_by_user on coins.starts (user_id, started_at desc);
create index starts_by_ref on coins.starts (user_ref, provider_offer_id, started_at desc);
create index starts_by_offer on coins.starts (offer_id, started_at);

create table coins.survey_visits (
  visit_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  provider text not null,
  survey_id text,
  user_ref text not null references coins.member_refs (user_ref),
  coins bigint not null,
  payout_micros bigint not null,
  minutes integer not null,
  category text,
  first_one boolean not null,
  started_at timestamptz not null,
  -- How it ended in the browser, which is only words, and when.
  result text,
  ended_at timestamptz
);
create index survey_visits_by_user on coins.survey_visits (user_id, started_at desc);
create index survey_visits_by_ref on coins.survey_visits (user_ref, started_at desc);

-- What a provider says that a member earned, one for each of its transactions, and what the ledger holds of it.
create table coins.rewards (
  reward_id uuid primary key,
  provider text not null,
  tx_id text not null,
  user_id uuid not null references identity.users (user_id),
  kind text not null check (kind in ('offer', 'survey', 'consolation', 'bonus')),
  start_id uuid references coins.starts (start_id),
  visit_id uuid references coins.survey_visits (visit_id),
  offer_id uuid references coins.offers (offer_id),
  goal_id text,
  name text not null,
  coins bigint not null check (coins >= 0),
  payout_micros bigint not null check (payout_micros >= 0),
  told_coins bigint,
  state text not null check (state in ('pending', 'held', 'credited', 'reversed', 'refused')),
  -- Why it is held, was refused or taken back.
  reason text,
  posted_pending bigint not null default 0,
  posted_confirmed bigint not null default 0,
  -- What the provider owes us of it, in cents.
  posted_receivable bigint not null default 0,
  sequence integer not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (provider, tx_id)
);
create index rewards_by_user on coins.rewards (user_id, created_at desc);
create index rewards_by_start on coins.rewards (start_id) where start_id is not null;
create index rewards_held on coins.rewards (changed_at) where state = 'held';
create index rewards_by_offer on coins.rewards (offer_id, created_at) where offer_id is not null;

create table coins.reward_events (
  reward_id uuid not null references coins.rewards (reward_id),
  sequence integer not null,
  at timestamptz not null,
  state text not null,
  reason text,
  coins bigint not null,
  by_whom text not null,
  primary key (reward_id, sequence)
);

-- Coins that did not come: what the member says, and what became of it.
create table coins.claims (
  claim_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  start_id uuid not null references coins.starts (start_id),
  goal_id text not null,
  reached_at timestamptz not null,
  note text not null,
  state text not null check (state in ('waiting', 'sent', 'paid', 'refused')),
  reference text,
  reason text,
  answer_by date not null,
  made_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  unique (start_id, goal_id)
);
create index claims_open on coins.claims (answer_by) where state in ('waiting', 'sent');
create index claims_by_user on coins.claims (user_id, made_at desc);

-- How long it took from setting out to each goal, and how many got there: counted once a day.
create table coins.offer_times (
  offer_id uuid not null references coins.offers (offer_id),
  goal_id text not null,
  starts integer not null,
  credited integer not null,
  median_hours integer,
  late_hours integer,
  counted_at timestamptz not null,
  primary key (offer_id, goal_id)
);

-- When a provider's catalogue was last read whole, and what came of it.
create table coins.catalogues (
  provider text primary key,
  tried_at timestamptz not null,
  read_at timestamptz,
  offers integer,
  fault text,
  -- A person switched the provider off, and why.
  off_by text,
  off_reason text
);

-- Answers for surveys: each optional, each goes when its member says so.
create table coins.answers (
  user_id uuid not null references identity.users (user_id),
  question_id text not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (user_id, question_id)
);
create table coins.answer_consents (
  consent_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  text_hash bytea not null,
  language text not null,
  given boolean not null,
  at timestamptz not null
);
create index answer_consents_by_user on coins.answer_consents (user_id, at desc);
