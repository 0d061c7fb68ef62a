-- When a person stopped what may not have been sent: from then on it is looked for only, so that what they find at the provider stays so
-- until they say how it ended.
alter table payables.payables add column stopped_at timestamptz;
