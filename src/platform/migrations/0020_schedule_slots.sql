-- One row for each schedule that is finer than a minute or has no cron line: the newest slot of time for which its job was
-- added, so that a schedule runs once a slot however many processes there are.
create table platform.schedule_slots (
  task text primary key,
  slot_at timestamptz not null
);
