-- The schema `extension` as it stands after all migrations. Written by `npm run tables`.

create table extension.bundles (
  brand text not null,
  version integer not null,
  made_at timestamp with time zone not null,
  hash text not null,
  signature text not null,
  stores integer not null,
  body bytea not null,
  constraint bundles_pkey PRIMARY KEY (brand, version),
  constraint bundles_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint bundles_version_check CHECK ((version > 0))
);

create table extension.code_tries (
  internal_name text not null,
  code text not null,
  day date not null,
  tag text not null,
  worked boolean not null,
  saving_minor bigint,
  constraint code_tries_pkey PRIMARY KEY (internal_name, code, day, tag),
  constraint code_tries_check CHECK (((saving_minor IS NULL) OR ((saving_minor > 0) AND worked))),
  constraint code_tries_tag_check CHECK ((tag ~ '^[0-9a-f]{32}$'::text))
);
CREATE INDEX code_tries_by_day ON extension.code_tries USING btree (day);

create table extension.differences (
  brand text not null,
  from_version integer not null,
  version integer not null,
  body bytea not null,
  constraint differences_pkey PRIMARY KEY (brand, from_version),
  constraint differences_brand_version_fkey FOREIGN KEY (brand, version) REFERENCES extension.bundles(brand, version)
);
