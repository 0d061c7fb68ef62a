-- The free monthly draw: one entry a mailbox and month, counted once its owner has confirmed it.
create table landing.draw_entries (
  entry_id uuid primary key,
  brand text not null,
  month date not null check (extract(day from month) = 1),
  -- The address goes when the draw is settled; its hash stays, so that numbers can be looked at again.
  email text,
  mailbox_hash bytea not null check (length(mailbox_hash) = 32),
  token_hash bytea not null unique check (length(token_hash) = 32),
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  unique (brand, month, mailbox_hash)
);
create index entries_confirmed on landing.draw_entries (brand, month) where confirmed_at is not null;

-- One row a brand and month, when it was drawn: from how many, for how much.
create table landing.monthly_draws (
  brand text not null,
  month date not null,
  entries integer not null check (entries >= 0),
  prize_minor bigint not null check (prize_minor > 0),
  winners integer not null check (winners > 0),
  drawn_at timestamptz not null,
  primary key (brand, month)
);

-- Who was drawn, in order. A prize that is not claimed in time lapses and is drawn again among the others.
create table landing.draw_winners (
  entry_id uuid primary key references landing.draw_entries (entry_id),
  brand text not null,
  month date not null,
  state text not null check (state in ('open', 'given', 'lapsed')),
  claim_until date not null,
  user_id uuid references identity.users (user_id),
  drawn_at timestamptz not null,
  settled_at timestamptz,
  foreign key (brand, month) references landing.monthly_draws (brand, month),
  check ((state = 'given') = (user_id is not null)),
  check ((state = 'open') = (settled_at is null))
);
create index winners_open on landing.draw_winners (claim_until) where state = 'open';
