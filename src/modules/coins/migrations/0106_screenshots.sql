-- Pictures that members add to the question about a missing step: as we drew them anew, sealed, and gone some time after the answer.
create table coins.screenshots (
  screenshot_id uuid constraint screenshots_pkey primary key,
  user_id uuid not null references identity.users (user_id),
  -- Null until the question is asked.
  claim_id uuid unique references coins.claims (claim_id),
  sealed bytea not null,
  size_bytes integer not null check (size_bytes > 0),
  made_at timestamptz not null
);
create index screenshots_by_user on coins.screenshots (user_id);
create index screenshots_waiting on coins.screenshots (made_at) where claim_id is null;
