-- The schema `partners` as it stands after all migrations. Written by `npm run tables`.

create table partners.keys (
  key_id uuid not null,
  partner_name text not null,
  name text not null,
  hash bytea not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  constraint keys_pkey PRIMARY KEY (key_id),
  constraint keys_hash_key UNIQUE (hash),
  constraint keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX keys_partner ON partners.keys USING btree (partner_name, made_at DESC);

create table partners.packs (
  pack_id uuid not null,
  partner_name text not null,
  changes jsonb not null,
  based_on uuid,
  state text not null,
  written_at timestamp with time zone not null,
  written_by text not null,
  changed_at timestamp with time zone,
  changed_by text,
  live_at timestamp with time zone,
  published_at timestamp with time zone,
  published_by text,
  ended_at timestamp with time zone,
  ended_by text,
  ended_why text,
  constraint packs_pkey PRIMARY KEY (pack_id),
  constraint packs_based_on_fkey FOREIGN KEY (based_on) REFERENCES partners.packs(pack_id),
  constraint packs_changes_check CHECK (((jsonb_typeof(changes) = 'object'::text) AND (length((changes)::text) <= 100000))),
  constraint packs_check CHECK (((state = ANY (ARRAY['published'::text, 'withdrawn'::text])) = ((live_at IS NOT NULL) AND (published_at IS NOT NULL)))),
  constraint packs_check1 CHECK (((state = ANY (ARRAY['withdrawn'::text, 'dropped'::text])) = (ended_at IS NOT NULL))),
  constraint packs_partner_name_check CHECK ((partner_name ~ '^[a-z][a-z0-9]{1,29}$'::text)),
  constraint packs_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text, 'dropped'::text])))
);
CREATE INDEX packs_partner ON partners.packs USING btree (partner_name, live_at);
CREATE INDEX packs_written ON partners.packs USING btree (written_at DESC, pack_id DESC);
