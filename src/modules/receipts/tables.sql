-- The schema `receipts` as it stands after all migrations. Written by `npm run tables`.

create table receipts.files (
  file_key text not null,
  receipt_id uuid,
  page integer not null,
  size_bytes integer not null,
  created_at timestamp with time zone not null,
  constraint files_pkey PRIMARY KEY (file_key),
  constraint files_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts.receipts(receipt_id) ON DELETE SET NULL,
  constraint files_page_check CHECK (((page >= 1) AND (page <= 10)))
);
CREATE UNIQUE INDEX files_of_receipt ON receipts.files USING btree (receipt_id, page) WHERE (receipt_id IS NOT NULL);
CREATE INDEX files_without_receipt ON receipts.files USING btree (created_at) WHERE (receipt_id IS NULL);

create table receipts.history (
  history_id bigint not null generated always as identity,
  receipt_id uuid not null,
  state text not null,
  why text not null default ''::text,
  at timestamp with time zone not null,
  constraint history_pkey PRIMARY KEY (history_id),
  constraint history_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts.receipts(receipt_id) ON DELETE CASCADE
);
CREATE INDEX history_of_receipt ON receipts.history USING btree (receipt_id, history_id);

create table receipts.receipts (
  receipt_id uuid not null,
  user_id uuid not null,
  state text not null default 'reading'::text,
  name text not null,
  type text not null,
  size_bytes integer not null,
  pages integer not null,
  sha256 bytea not null,
  look bit(64) not null,
  signs text[] not null default '{}'::text[],
  own_text text not null default ''::text,
  text text not null default ''::text,
  read jsonb,
  merchant_key text,
  bought_on date,
  total_minor bigint,
  cause text,
  used_at timestamp with time zone,
  added_at timestamp with time zone not null,
  free_since timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint receipts_pkey PRIMARY KEY (receipt_id),
  constraint receipts_check CHECK (((cause IS NULL) = (used_at IS NULL))),
  constraint receipts_pages_check CHECK (((pages >= 1) AND (pages <= 10))),
  constraint receipts_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint receipts_size_bytes_check CHECK ((size_bytes > 0)),
  constraint receipts_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'read'::text, 'unreadable'::text]))),
  constraint receipts_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/heic'::text, 'application/pdf'::text])))
);
CREATE INDEX receipts_of_cause ON receipts.receipts USING btree (cause) WHERE (cause IS NOT NULL);
CREATE INDEX receipts_of_member ON receipts.receipts USING btree (user_id, added_at DESC);
CREATE INDEX receipts_same_file ON receipts.receipts USING btree (sha256);
CREATE INDEX receipts_same_purchase ON receipts.receipts USING btree (bought_on, total_minor) WHERE (cause IS NOT NULL);
CREATE INDEX receipts_unused ON receipts.receipts USING btree (free_since) WHERE (cause IS NULL);
CREATE INDEX receipts_waiting ON receipts.receipts USING btree (added_at) WHERE (state = 'reading'::text);
