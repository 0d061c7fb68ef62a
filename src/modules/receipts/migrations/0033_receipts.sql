create schema receipts;

-- What members hand in to prove what they bought, and what was read of it.
create table receipts.receipts (
  receipt_id uuid primary key,
  user_id uuid not null,
  state text not null default 'reading' check (state in ('reading', 'read', 'unreadable')),
  name text not null,
  -- What was sent; its pages are kept as pictures of our own making, and the file itself is not.
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf')),
  size_bytes integer not null check (size_bytes > 0),
  pages integer not null check (pages between 1 and 10),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- How its first page looks: of two alike few bits differ.
  look bit(64) not null,
  signs text[] not null default '{}',
  -- The text that a PDF brings along; empty for pictures.
  own_text text not null default '',
  text text not null default '',
  read jsonb,
  -- Of what was read: what makes two papers the same purchase. Minor units of the paper's own currency.
  merchant_key text,
  bought_on date,
  total_minor bigint,
  -- What it proves, in the words of the module that uses it.
  cause text,
  used_at timestamptz,
  added_at timestamptz not null,
  -- Since when nothing uses it: it is forgotten some time after.
  free_since timestamptz not null,
  read_at timestamptz,
  check ((cause is null) = (used_at is null))
);
create index receipts_of_member on receipts.receipts (user_id, added_at desc);
create index receipts_of_cause on receipts.receipts (cause) where cause is not null;
create index receipts_unused on receipts.receipts (free_since) where cause is null;
create index receipts_waiting on receipts.receipts (added_at) where state = 'reading';
create index receipts_same_file on receipts.receipts (sha256);
create index receipts_same_purchase on receipts.receipts (bought_on, total_minor) where cause is not null;

-- Each change of a receipt's state.
create table receipts.history (
  history_id bigint generated always as identity primary key,
  receipt_id uuid not null references receipts.receipts (receipt_id) on delete cascade,
  state text not null,
  why text not null default '',
  at timestamptz not null
);
create index history_of_receipt on receipts.history (receipt_id, history_id);

-- Every file that was ever begun to be stored, so that none is left behind: one whose receipt is gone is taken away.
create table receipts.files (
  file_key text primary key,
  receipt_id uuid references receipts.receipts (receipt_id) on delete set null,
  page integer not null check (page between 1 and 10),
  size_bytes integer not null,
  created_at timestamptz not null
);
create unique index files_of_receipt on receipts.files (receipt_id, page) where receipt_id is not null;
create index files_without_receipt on receipts.files (created_at) where receipt_id is null;
