create schema landing;

-- What a wheel gave, with the odds that were printed beside it.
create table landing.draws (
  draw_id uuid primary key,
  brand text not null,
  amount_minor bigint not null check (amount_minor > 0),
  prizes jsonb not null,
  drawn_at timestamptz not null
);

-- Whose draw it is: one a flow, one an account, one a mailbox. Hashes, which outlive the account and tell nobody.
create table landing.draw_keys (
  key_hash bytea primary key check (length(key_hash) = 32),
  draw_id uuid not null references landing.draws (draw_id),
  at timestamptz not null
);

-- One way of one browser through the offer. The cookie `tp_flow` holds the secret.
create table landing.visits (
  visit_id uuid primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  brand text not null,
  entered_by text not null check (entered_by in ('spt', 'splandamz', 'spinv')),
  ref text check (length(ref) between 1 and 40),
  sid text,
  cid text,
  partner text not null,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  draw_id uuid references landing.draws (draw_id),
  -- By question; null where it was skipped.
  answers jsonb not null default '{}',
  -- Only the answer, never the date of birth.
  age text check (age in ('adult', 'under')),
  user_id uuid references identity.users (user_id),
  joined_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of somebody under age nothing is kept but the answer.
  check (age is distinct from 'under' or (draw_id is null and answers = '{}' and user_id is null and sid is null and cid is null and ref is null))
);
create index visits_of_user on landing.visits (user_id) where user_id is not null;
create index visits_left_early on landing.visits (created_at) where draw_id is null and user_id is null;

create table landing.visit_events (
  visit_id uuid not null references landing.visits (visit_id) on delete cascade,
  sequence integer not null,
  event text not null check (event in ('entered', 'spun', 'answered', 'checked', 'under_age', 'registered', 'joined')),
  at timestamptz not null,
  primary key (visit_id, sequence)
);

-- A phone number is optional, and texts need their own consent, with the words that were shown.
create table landing.phones (
  user_id uuid primary key references identity.users (user_id),
  phone text not null check (phone ~ '^\+?[0-9]{7,15}$'),
  text_consent_at timestamptz,
  text_consent_words text,
  at timestamptz not null,
  check ((text_consent_at is null) = (text_consent_words is null))
);

-- What a draw became when its owner joined: once a draw, once a member.
create table landing.bonuses (
  draw_id uuid primary key references landing.draws (draw_id),
  user_id uuid not null unique references identity.users (user_id),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('pending', 'confirmed', 'reversed')),
  -- When the first full month is due, which decides.
  decides_on date not null,
  version integer not null default 0,
  claimed_at timestamptz not null
);

create table landing.bonus_events (
  draw_id uuid not null references landing.bonuses (draw_id),
  sequence integer not null,
  from_state text,
  to_state text not null,
  at timestamptz not null,
  primary key (draw_id, sequence)
);
