-- A browser that may be told. Its endpoint is a bearer secret and belongs to the browser: whoever signs in there takes it over.
create table notifications.subscriptions (
  subscription_id uuid primary key,
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  user_id uuid not null,
  -- Of the sign-in that it was bound by: when that ends, nothing is sent there.
  session_id uuid not null,
  user_agent text not null,
  bound_at timestamptz not null,
  sent_at timestamptz
);
create index subscriptions_of_user on notifications.subscriptions (user_id);

-- One row an event: what is told of it on the screens of all of a member's browsers.
create table notifications.pushes (
  push_id uuid primary key,
  cause text not null unique,
  user_id uuid not null,
  list text not null,
  title text not null,
  body text not null,
  href text,
  language text not null check (language in ('en', 'es')),
  partner text,
  state text not null check (state in ('queued', 'held_quiet', 'sent', 'clicked', 'failed', 'pruned')),
  created_at timestamptz not null,
  held_until timestamptz
);
create index pushes_of_user on notifications.pushes (user_id, created_at desc);
create index pushes_by_age on notifications.pushes (created_at);

create table notifications.push_history (
  push_id uuid not null references notifications.pushes (push_id) on delete cascade,
  number smallint not null,
  state text not null,
  detail text,
  at timestamptz not null,
  primary key (push_id, number)
);

-- What each browser's push service said of one push: who has taken it is not sent it again.
create table notifications.push_copies (
  push_id uuid not null references notifications.pushes (push_id) on delete cascade,
  subscription_id uuid not null,
  answer text not null check (answer in ('taken', 'gone', 'refused')),
  detail text,
  at timestamptz not null,
  primary key (push_id, subscription_id)
);
