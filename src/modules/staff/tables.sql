-- The schema `staff` as it stands after all migrations. Written by `npm run tables`.

create table staff.audit (
  number bigint not null,
  at timestamp with time zone not null,
  by_person uuid,
  who text not null,
  as_whom text,
  what text not null,
  object text not null,
  facts jsonb not null,
  reason text not null,
  address text not null,
  request_id text not null,
  hash bytea not null,
  constraint audit_pkey PRIMARY KEY (number),
  constraint audit_by_person_fkey FOREIGN KEY (by_person) REFERENCES staff.people(person_id)
);
CREATE INDEX audit_by_person ON staff.audit USING btree (by_person, number DESC);
CREATE INDEX audit_object ON staff.audit USING btree (object, number DESC);
CREATE INDEX audit_what ON staff.audit USING btree (what, number DESC);

create table staff.audit_head (
  one boolean not null default true,
  number bigint not null,
  hash bytea not null,
  constraint audit_head_pkey PRIMARY KEY (one),
  constraint audit_head_one_check CHECK (one)
);

create table staff.challenges (
  challenge_hash bytea not null,
  kind text not null,
  person_id uuid,
  expires_at timestamp with time zone not null,
  constraint challenges_pkey PRIMARY KEY (challenge_hash),
  constraint challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.people(person_id),
  constraint challenges_kind_check CHECK ((kind = ANY (ARRAY['key_added'::text, 'key_used'::text, 'confirmed'::text])))
);

create table staff.decision_events (
  decision_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  by text not null,
  detail text,
  at timestamp with time zone not null,
  constraint decision_events_pkey PRIMARY KEY (decision_id, sequence),
  constraint decision_events_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES staff.decisions(decision_id)
);

create table staff.decisions (
  decision_id uuid not null,
  place text not null,
  name text not null,
  item text not null,
  line text not null,
  act text not null,
  reason text not null,
  told jsonb not null,
  content_hash bytea not null,
  state text not null,
  by_person uuid not null,
  second_permission text,
  second_person uuid,
  due_at timestamp with time zone,
  decided_at timestamp with time zone not null,
  carry_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  leased_until timestamp with time zone,
  sequence integer not null,
  outcome text,
  state_at timestamp with time zone not null,
  constraint decisions_pkey PRIMARY KEY (decision_id),
  constraint decisions_by_person_fkey FOREIGN KEY (by_person) REFERENCES staff.people(person_id),
  constraint decisions_second_person_fkey FOREIGN KEY (second_person) REFERENCES staff.people(person_id),
  constraint decisions_check CHECK ((second_person IS DISTINCT FROM by_person)),
  constraint decisions_place_check CHECK ((place = ANY (ARRAY['queue'::text, 'object'::text]))),
  constraint decisions_state_check CHECK ((state = ANY (ARRAY['second'::text, 'waiting'::text, 'running'::text, 'done'::text, 'refused'::text, 'failed'::text, 'undone'::text, 'rejected'::text, 'expired'::text])))
);
CREATE INDEX decisions_newest ON staff.decisions USING btree (decided_at DESC);
CREATE INDEX decisions_of_item ON staff.decisions USING btree (item, decided_at DESC);
CREATE UNIQUE INDEX decisions_open ON staff.decisions USING btree (item) WHERE (state = ANY (ARRAY['second'::text, 'waiting'::text, 'running'::text]));

create table staff.links (
  link_hash bytea not null,
  person_id uuid not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint links_pkey PRIMARY KEY (link_hash),
  constraint links_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.people(person_id)
);
CREATE INDEX links_of_person ON staff.links USING btree (person_id);

create table staff.passkeys (
  credential_id text not null,
  person_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (credential_id),
  constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.people(person_id)
);
CREATE INDEX passkeys_of_person ON staff.passkeys USING btree (person_id);

create table staff.passwords (
  person_id uuid not null,
  password_hash text not null,
  secret_sealed bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint passwords_pkey PRIMARY KEY (person_id),
  constraint passwords_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.people(person_id)
);

create table staff.people (
  person_id uuid not null,
  email text not null,
  name text not null,
  roles text[] not null,
  state text not null,
  created_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  partner text,
  constraint people_pkey PRIMARY KEY (person_id),
  constraint people_email_key UNIQUE (email),
  constraint people_email_check CHECK ((email = lower(email))),
  constraint people_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint people_partner CHECK (((('partner'::text = ANY (roles)) = (partner IS NOT NULL)) AND ((partner IS NULL) OR (cardinality(roles) = 1)))),
  constraint people_roles_check CHECK (((roles <@ ARRAY['support'::text, 'claims'::text, 'finance'::text, 'catalogue'::text, 'content'::text, 'analyst'::text, 'partners'::text, 'owner'::text, 'partner'::text]) AND (cardinality(roles) > 0))),
  constraint people_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'off'::text])))
);

create table staff.person_events (
  person_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint person_events_pkey PRIMARY KEY (person_id, sequence),
  constraint person_events_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.people(person_id)
);

create table staff.sessions (
  session_id uuid not null,
  token_hash bytea not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  user_agent text not null,
  address text not null,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.people(person_id)
);
CREATE INDEX sessions_of_person ON staff.sessions USING btree (person_id, created_at DESC);

-- function staff.audit_hash(p_before bytea, r staff.audit) returns bytea
-- function staff.chain_audit() returns trigger
-- function staff.refuse_change() returns trigger
