create schema extension;

-- What browsers keep of the catalogue, one row for each brand and version. `body` is gzip over the JSON whose SHA-256 is `hash`.
create table extension.bundles (
  brand text not null,
  version integer not null check (version > 0),
  made_at timestamptz not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  signature text not null,
  stores integer not null,
  body bytea not null,
  primary key (brand, version)
);

-- What leads from an older version to the newest one of its brand.
create table extension.differences (
  brand text not null,
  from_version integer not null,
  version integer not null,
  body bytea not null,
  primary key (brand, from_version),
  foreign key (brand, version) references extension.bundles (brand, version)
);
