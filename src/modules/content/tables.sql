-- The schema `content` as it stands after all migrations. Written by `npm run tables`.

create table content.editions (
  edition_id uuid not null,
  kind text not null,
  name text not null,
  partner text,
  text_en text not null,
  text_es text not null,
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
  constraint editions_pkey PRIMARY KEY (edition_id),
  constraint editions_check CHECK (((state = ANY (ARRAY['published'::text, 'withdrawn'::text])) = ((live_at IS NOT NULL) AND (published_at IS NOT NULL)))),
  constraint editions_check1 CHECK (((state = ANY (ARRAY['withdrawn'::text, 'dropped'::text])) = (ended_at IS NOT NULL))),
  constraint editions_kind_check CHECK ((kind = ANY (ARRAY['pages'::text, 'faq'::text, 'news'::text]))),
  constraint editions_name_check CHECK ((name ~ '^[a-z0-9-]{1,100}$'::text)),
  constraint editions_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text, 'dropped'::text]))),
  constraint editions_text_en_check CHECK (((length(text_en) >= 1) AND (length(text_en) <= 20000))),
  constraint editions_text_es_check CHECK (((length(text_es) >= 1) AND (length(text_es) <= 20000)))
);
CREATE INDEX editions_text ON content.editions USING btree (kind, name, live_at);
CREATE INDEX editions_written ON content.editions USING btree (written_at DESC, edition_id DESC);
