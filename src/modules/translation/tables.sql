-- The schema `translation` as it stands after all migrations. Written by `npm run tables`.

create table translation.deeds (
  deed_id uuid not null,
  missing_id uuid not null,
  deed text not null,
  done_at timestamp with time zone not null,
  done_by text not null,
  spanish text,
  why text,
  constraint deeds_pkey PRIMARY KEY (deed_id),
  constraint deeds_missing_id_fkey FOREIGN KEY (missing_id) REFERENCES translation.missing(missing_id),
  constraint deeds_deed_check CHECK ((deed = ANY (ARRAY['translated'::text, 'dismissed'::text, 'taken back'::text])))
);
CREATE INDEX deeds_missing ON translation.deeds USING btree (missing_id, deed_id);

create table translation.missing (
  text text not null,
  seen bigint not null default 1,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  missing_id uuid not null default gen_random_uuid(),
  state text not null default 'open'::text,
  constraint missing_pkey PRIMARY KEY (text),
  constraint missing_missing_id_key UNIQUE (missing_id),
  constraint missing_state_check CHECK ((state = ANY (ARRAY['open'::text, 'translated'::text, 'dismissed'::text]))),
  constraint missing_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

create table translation.words (
  missing_id uuid not null,
  spanish text not null,
  one text,
  many text,
  constraint words_pkey PRIMARY KEY (missing_id),
  constraint words_missing_id_fkey FOREIGN KEY (missing_id) REFERENCES translation.missing(missing_id),
  constraint words_check CHECK (((one IS NULL) = (many IS NULL))),
  constraint words_many_check CHECK (((length(many) >= 1) AND (length(many) <= 2000))),
  constraint words_one_check CHECK (((length(one) >= 1) AND (length(one) <= 2000))),
  constraint words_spanish_check CHECK (((length(spanish) >= 1) AND (length(spanish) <= 2000)))
);
