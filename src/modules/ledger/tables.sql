-- The schema `ledger` as it stands after all migrations. Written by `npm run tables`.

create table ledger.account_kinds (
  kind text not null,
  class text not null,
  unit text not null,
  house boolean not null,
  bound text not null,
  constraint account_kinds_pkey PRIMARY KEY (kind),
  constraint account_kinds_kind_unit_house_bound_key UNIQUE (kind, unit, house, bound),
  constraint account_kinds_class_check CHECK ((class = ANY (ARRAY['asset'::text, 'liability'::text, 'income'::text, 'expense'::text])))
);

create table ledger.accounts (
  account_id uuid not null,
  kind text not null,
  unit text not null,
  owner text not null,
  house boolean not null,
  bound text not null,
  constraint accounts_pkey PRIMARY KEY (account_id),
  constraint accounts_attributes UNIQUE (account_id, unit, house, bound),
  constraint accounts_unique UNIQUE (kind, owner, unit),
  constraint accounts_of_kind FOREIGN KEY (kind, unit, house, bound) REFERENCES ledger.account_kinds(kind, unit, house, bound),
  constraint accounts_bound_check CHECK ((bound = ANY (ARRAY['floor'::text, 'ceiling'::text, 'none'::text]))),
  constraint accounts_check CHECK (((NOT house) OR (bound = 'none'::text))),
  constraint accounts_unit_check CHECK ((unit = ANY (ARRAY['USD'::text, 'COIN'::text])))
);

create table ledger.debtors (
  owner text not null,
  since timestamp with time zone not null,
  constraint debtors_pkey PRIMARY KEY (owner)
);

create table ledger.heads (
  account_id uuid not null,
  balance bigint not null default 0,
  lines bigint not null default 0,
  hash bytea not null default '\x'::bytea,
  unit text not null,
  house boolean not null,
  bound text not null,
  closed_at timestamp with time zone,
  constraint heads_pkey PRIMARY KEY (account_id),
  constraint heads_account_fkey FOREIGN KEY (account_id, unit, house, bound) REFERENCES ledger.accounts(account_id, unit, house, bound)
);

create table ledger.holds (
  hold_id uuid not null,
  cause text not null,
  owner text not null,
  unit text not null,
  amount bigint not null,
  state text not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  worth bigint,
  constraint holds_pkey PRIMARY KEY (hold_id),
  constraint holds_cause_key UNIQUE (cause),
  constraint holds_amount_check CHECK ((amount > 0)),
  constraint holds_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint holds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'captured'::text, 'released'::text]))),
  constraint holds_unit_check CHECK ((unit = ANY (ARRAY['USD'::text, 'COIN'::text]))),
  constraint holds_worth CHECK (((unit = 'COIN'::text) = (worth IS NOT NULL))),
  constraint holds_worth_check CHECK ((worth > 0))
);
CREATE INDEX holds_open ON ledger.holds USING btree (owner, unit) WHERE (state = 'open'::text);

create table ledger.house_chain (
  account_id uuid not null,
  sequence bigint not null,
  line_id bigint not null,
  balance bigint not null,
  hash bytea not null,
  constraint house_chain_pkey PRIMARY KEY (account_id, sequence),
  constraint house_chain_line_id_key UNIQUE (line_id),
  constraint house_chain_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.accounts(account_id),
  constraint house_chain_line_id_fkey FOREIGN KEY (line_id) REFERENCES ledger.lines(line_id)
);

create table ledger.house_mark (
  one boolean not null default true,
  mark bigint not null default 0,
  next_mark bigint not null default 0,
  next_transaction xid8 not null default '0'::xid8,
  constraint house_mark_pkey PRIMARY KEY (one),
  constraint house_mark_one_check CHECK (one)
);

create table ledger.limit_totals (
  limit_name text not null,
  subject text not null,
  time_window text not null,
  used bigint not null,
  constraint limit_totals_pkey PRIMARY KEY (limit_name, subject, time_window),
  constraint limit_totals_used_check CHECK ((used >= 0))
);

create table ledger.limit_uses (
  limit_name text not null,
  subject text not null,
  cause text not null,
  time_window text not null,
  amount bigint not null,
  at timestamp with time zone not null,
  returned_at timestamp with time zone,
  constraint limit_uses_pkey PRIMARY KEY (limit_name, subject, cause),
  constraint limit_uses_limit_name_subject_time_window_fkey FOREIGN KEY (limit_name, subject, time_window) REFERENCES ledger.limit_totals(limit_name, subject, time_window),
  constraint limit_uses_amount_check CHECK ((amount > 0))
);
CREATE INDEX limit_uses_of_subject ON ledger.limit_uses USING btree (subject);
CREATE INDEX limit_uses_of_window ON ledger.limit_uses USING btree (limit_name, subject, time_window) WHERE (returned_at IS NULL);

create table ledger.lines (
  line_id bigint not null generated always as identity,
  transfer_id uuid not null,
  position smallint not null,
  account_id uuid not null,
  unit text not null,
  amount bigint not null,
  sequence bigint,
  balance bigint,
  hash bytea,
  constraint lines_pkey PRIMARY KEY (line_id),
  constraint lines_amount_check CHECK ((amount <> 0)),
  constraint lines_check CHECK ((((sequence IS NULL) = (hash IS NULL)) AND ((sequence IS NULL) = (balance IS NULL))))
);
CREATE UNIQUE INDEX lines_chain ON ledger.lines USING btree (account_id, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX lines_of_house ON ledger.lines USING btree (line_id) INCLUDE (account_id, amount) WHERE (sequence IS NULL);

create table ledger.seals (
  number bigint not null,
  at timestamp with time zone not null,
  digest bytea not null,
  constraint seals_pkey PRIMARY KEY (number)
);

create table ledger.transfers (
  transfer_id uuid not null,
  kind text not null,
  cause text not null,
  content_hash bytea not null,
  reason text,
  data jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null,
  posted_at timestamp with time zone not null default clock_timestamp(),
  constraint transfers_pkey PRIMARY KEY (transfer_id),
  constraint transfers_cause_key UNIQUE (cause)
);

create table ledger.verifications (
  verification_id bigint not null generated always as identity,
  at timestamp with time zone not null,
  accounts bigint not null,
  transfers bigint not null,
  lines bigint not null,
  findings jsonb not null,
  ms bigint not null,
  constraint verifications_pkey PRIMARY KEY (verification_id)
);

-- function ledger.chain_house(p_most integer) returns integer
-- function ledger.check_balance() returns trigger
-- function ledger.content_hash(p_kind text, p_cause text, p_reason text, p_data jsonb, p_accounts uuid[], p_amounts bigint[]) returns bytea
-- function ledger.line_hash(p_before bytea, p_account uuid, p_transfer uuid, p_sequence bigint, p_amount bigint, p_balance bigint, p_content bytea) returns bytea
-- function ledger.post(p_ids uuid[], p_kinds text[], p_causes text[], p_reasons text[], p_data jsonb[], p_at timestamp with time zone, p_of integer[], p_accounts uuid[], p_amounts bigint[]) returns TABLE(place integer, outcome text)
-- function ledger.post_one(p_id uuid, p_kind text, p_cause text, p_reason text, p_data jsonb, p_at timestamp with time zone, p_accounts uuid[], p_amounts bigint[], p_members integer[], p_house integer[]) returns text
-- function ledger.refuse_change() returns trigger
-- function ledger.shield(p_role text) returns void
