-- The schema `content` as it stands after all migrations. Written by `npm run tables`.

create table content.agreements (
  user_id uuid not null,
  version_id uuid not null,
  way text not null,
  agreed_at timestamp with time zone not null,
  constraint agreements_pkey PRIMARY KEY (user_id, version_id),
  constraint agreements_version_id_fkey FOREIGN KEY (version_id) REFERENCES content.versions(version_id),
  constraint agreements_way_check CHECK ((way = ANY (ARRAY['register'::text, 'social'::text, 'invitation'::text])))
);
CREATE INDEX agreements_version ON content.agreements USING btree (version_id);

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
  country text,
  until_at timestamp with time zone,
  constraint editions_pkey PRIMARY KEY (edition_id),
  constraint editions_check CHECK (((state = ANY (ARRAY['published'::text, 'withdrawn'::text])) = ((live_at IS NOT NULL) AND (published_at IS NOT NULL)))),
  constraint editions_check1 CHECK (((state = ANY (ARRAY['withdrawn'::text, 'dropped'::text])) = (ended_at IS NOT NULL))),
  constraint editions_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint editions_country_kind_check CHECK (((country IS NULL) OR (kind = 'legal'::text))),
  constraint editions_kind_check CHECK ((kind = ANY (ARRAY['pages'::text, 'faq'::text, 'news'::text, 'legal'::text, 'messages'::text, 'banners'::text]))),
  constraint editions_name_check CHECK ((name ~ '^[a-z0-9-]{1,100}$'::text)),
  constraint editions_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text, 'dropped'::text]))),
  constraint editions_text_en_check CHECK (((length(text_en) >= 1) AND (length(text_en) <= 20000))),
  constraint editions_text_es_check CHECK (((length(text_es) >= 1) AND (length(text_es) <= 20000))),
  constraint editions_until_check CHECK (((until_at IS NULL) OR ((kind = ANY (ARRAY['messages'::text, 'banners'::text])) AND (until_at > live_at))))
);
CREATE INDEX editions_text ON content.editions USING btree (kind, name, live_at);
CREATE INDEX editions_written ON content.editions USING btree (written_at DESC, edition_id DESC);

create table content.versions (
  version_id uuid not null,
  document text not null,
  language text not null,
  partner text not null,
  country text,
  holds_since date not null,
  title text not null,
  page jsonb not null,
  kept_at timestamp with time zone not null,
  constraint versions_pkey PRIMARY KEY (version_id),
  constraint versions_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint versions_document_check CHECK ((document ~ '^[a-z-]{1,50}$'::text)),
  constraint versions_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX versions_kept ON content.versions USING btree (kept_at DESC, version_id DESC);
