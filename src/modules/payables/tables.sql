-- The schema `payables` as it stands after all migrations. Written by `npm run tables`.

create table payables.payable_events (
  payable_id uuid not null,
  sequence integer not null,
  from_state text,
  to_state text not null,
  by text not null,
  detail text,
  at timestamp with time zone not null,
  constraint payable_events_pkey PRIMARY KEY (payable_id, sequence),
  constraint payable_events_payable_id_fkey FOREIGN KEY (payable_id) REFERENCES payables.payables(payable_id)
);

create table payables.payables (
  payable_id uuid not null,
  kind text not null,
  provider text not null,
  owner text not null,
  unit text not null,
  amount_minor bigint not null,
  hold_id uuid,
  request jsonb not null,
  data jsonb not null default '{}'::jsonb,
  state text not null,
  note text,
  unclear boolean not null default false,
  reference text,
  item text,
  code text,
  fee_minor bigint,
  looks integer not null default 0,
  created_at timestamp with time zone not null,
  first_sent_at timestamp with time zone,
  state_at timestamp with time zone not null,
  next_look_at timestamp with time zone,
  leased_until timestamp with time zone,
  person_since timestamp with time zone,
  person_reason text,
  sequence integer not null default 0,
  held_in text not null default 'USD'::text,
  stopped_at timestamp with time zone,
  constraint payables_pkey PRIMARY KEY (payable_id),
  constraint payables_hold_id_key UNIQUE (hold_id),
  constraint payables_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payables_check CHECK (((person_since IS NULL) = (person_reason IS NULL))),
  constraint payables_fee_minor_check CHECK ((fee_minor >= 0)),
  constraint payables_held_in_check CHECK ((held_in = ANY (ARRAY['USD'::text, 'COIN'::text]))),
  constraint payables_state_check CHECK ((state = ANY (ARRAY['intent'::text, 'sending'::text, 'unknown'::text, 'accepted'::text, 'done'::text, 'refused'::text, 'returned'::text]))),
  constraint payables_unit_check CHECK ((unit = ANY (ARRAY['USD'::text, 'COIN'::text])))
);
CREATE INDEX payables_by_age ON payables.payables USING btree (created_at DESC, payable_id DESC);
CREATE INDEX payables_by_amount ON payables.payables USING btree (amount_minor, created_at DESC);
CREATE INDEX payables_due ON payables.payables USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX payables_failed ON payables.payables USING btree (created_at DESC, payable_id DESC) WHERE (state = ANY (ARRAY['refused'::text, 'returned'::text]));
CREATE INDEX payables_item ON payables.payables USING btree (provider, item) WHERE (item IS NOT NULL);
CREATE INDEX payables_of_owner ON payables.payables USING btree (owner, created_at DESC);
CREATE INDEX payables_open ON payables.payables USING btree (state) WHERE (state <> ALL (ARRAY['done'::text, 'refused'::text, 'returned'::text]));
CREATE INDEX payables_person ON payables.payables USING btree (person_since) WHERE (person_since IS NOT NULL);
CREATE INDEX payables_reference ON payables.payables USING btree (provider, reference) WHERE (reference IS NOT NULL);
CREATE INDEX payables_waiting ON payables.payables USING btree (created_at DESC, payable_id DESC) WHERE (state = ANY (ARRAY['intent'::text, 'sending'::text, 'unknown'::text, 'accepted'::text]));
