-- Who agreed to texts, to which number and by which words. What ended is kept with its reason: the proof that the law asks for.
create table notifications.text_consents (
  consent_id uuid primary key,
  user_id uuid,
  -- Sealed while texts are sent there, empty afterwards; the hash finds whose a message is that comes from it.
  phone bytea,
  phone_hash bytea not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  language text not null check (language in ('en', 'es')),
  partner text,
  words text not null,
  -- By which way: the form of our page, or the word that was texted.
  given_by text not null check (given_by in ('page', 'text')),
  given_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('page', 'stop_word', 'number_gone', 'new_number', 'account_gone')),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is not null or phone is not null)
);
create unique index text_consents_of_user on notifications.text_consents (user_id) where ended_at is null;
create unique index text_consents_of_phone on notifications.text_consents (phone_hash) where ended_at is null;
create index text_consents_by_user on notifications.text_consents (user_id, given_at desc);
create index text_consents_by_phone on notifications.text_consents (phone_hash, given_at desc);

-- Texts that tell a member something: their consent is looked up at the last moment, and it must be day where they are.
alter table notifications.texts add column user_id uuid;
alter table notifications.texts add column list text;
alter table notifications.texts add column partner text;
alter table notifications.texts drop constraint texts_state_check;
alter table notifications.texts add constraint texts_state_check check (state in ('queued', 'sending', 'sent', 'refused', 'unwanted'));
create index texts_of_user on notifications.texts (user_id, created_at desc) where user_id is not null;
