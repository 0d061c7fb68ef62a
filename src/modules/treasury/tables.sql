-- The schema `treasury` as it stands after all migrations. Written by `npm run tables`.

create table treasury.differences (
  difference_id uuid not null,
  network text not null,
  reference text not null,
  kind text not null,
  programme_id text,
  amount_minor bigint not null,
  opened_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_as text,
  settled_by text,
  reason text,
  telling smallint not null default 1,
  constraint differences_pkey PRIMARY KEY (difference_id),
  constraint differences_network_reference_telling_fkey FOREIGN KEY (network, reference, telling) REFERENCES treasury.remittances(network, reference, telling),
  constraint differences_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint differences_check CHECK ((((settled_at IS NULL) = (settled_as IS NULL)) AND ((settled_at IS NULL) = (settled_by IS NULL)))),
  constraint differences_kind_check CHECK ((kind = ANY (ARRAY['short'::text, 'over'::text, 'currency'::text, 'unmatched'::text]))),
  constraint differences_settled_as_check CHECK ((settled_as = ANY (ARRAY['fee'::text, 'currency'::text, 'write_off'::text, 'commission'::text, 'orders'::text, 'undone'::text])))
);
CREATE INDEX differences_by_remittance ON treasury.differences USING btree (network, reference, telling);
CREATE INDEX differences_open ON treasury.differences USING btree (opened_at) WHERE (settled_at IS NULL);

create table treasury.entries (
  provider text not null,
  kind text not null,
  reference text not null,
  amount_minor bigint not null,
  happened_on date not null,
  reason text,
  by text not null,
  booked_at timestamp with time zone not null,
  telling smallint not null default 1,
  undone_at timestamp with time zone,
  undone_by text,
  undone_reason text,
  constraint entries_pkey PRIMARY KEY (provider, kind, reference, telling),
  constraint entries_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint entries_check CHECK ((((undone_at IS NULL) = (undone_by IS NULL)) AND ((undone_at IS NULL) = (undone_reason IS NULL)))),
  constraint entries_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'arrival'::text, 'fee'::text, 'correction'::text]))),
  constraint entries_provider_check CHECK ((provider = ANY (ARRAY['paypal'::text, 'tremendous'::text, 'stripe'::text]))),
  constraint entries_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
);
CREATE INDEX entries_by_time ON treasury.entries USING btree (booked_at);
CREATE UNIQUE INDEX entries_standing ON treasury.entries USING btree (provider, kind, reference) WHERE (undone_at IS NULL);

create table treasury.invoices (
  network text not null,
  invoice_id text not null,
  currency text not null,
  total_minor bigint not null,
  programmes jsonb not null,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  read_at timestamp with time zone not null,
  reference text,
  telling smallint,
  constraint invoices_pkey PRIMARY KEY (network, invoice_id),
  constraint invoices_network_reference_telling_fkey FOREIGN KEY (network, reference, telling) REFERENCES treasury.remittances(network, reference, telling),
  constraint invoices_check CHECK (((reference IS NULL) = (telling IS NULL))),
  constraint invoices_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text])))
);
CREATE INDEX invoices_open ON treasury.invoices USING btree (network, created_at) WHERE (reference IS NULL);

create table treasury.readings (
  reading_id bigint not null generated always as identity,
  provider text not null,
  balance_minor bigint not null,
  as_of timestamp with time zone not null,
  read_at timestamp with time zone not null,
  books_minor bigint not null,
  under_way jsonb not null,
  under_way_minor bigint not null,
  difference_minor bigint not null,
  differs_since timestamp with time zone,
  constraint readings_pkey PRIMARY KEY (reading_id),
  constraint readings_check CHECK (((difference_minor = 0) = (differs_since IS NULL))),
  constraint readings_check1 CHECK ((balance_minor = ((books_minor + under_way_minor) + difference_minor))),
  constraint readings_provider_check CHECK ((provider = ANY (ARRAY['paypal'::text, 'tremendous'::text])))
);
CREATE INDEX readings_newest ON treasury.readings USING btree (provider, read_at DESC);

create table treasury.remittances (
  network text not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  received_minor bigint not null,
  fee_minor bigint not null,
  stated_minor bigint not null,
  matched_minor bigint not null,
  programmes jsonb not null,
  paid_on date not null,
  by text not null,
  booked_at timestamp with time zone not null,
  invoices jsonb not null default '[]'::jsonb,
  telling smallint not null default 1,
  undone_at timestamp with time zone,
  undone_by text,
  undone_reason text,
  constraint remittances_pkey PRIMARY KEY (network, reference, telling),
  constraint remittances_amount_minor_check CHECK ((amount_minor > 0)),
  constraint remittances_check CHECK ((((undone_at IS NULL) = (undone_by IS NULL)) AND ((undone_at IS NULL) = (undone_reason IS NULL)))),
  constraint remittances_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint remittances_fee_minor_check CHECK ((fee_minor >= 0)),
  constraint remittances_network_check CHECK ((network = ANY (ARRAY['impact'::text, 'cj'::text, 'awin'::text]))),
  constraint remittances_received_minor_check CHECK ((received_minor > 0)),
  constraint remittances_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
);
CREATE UNIQUE INDEX remittances_standing ON treasury.remittances USING btree (network, reference) WHERE (undone_at IS NULL);
