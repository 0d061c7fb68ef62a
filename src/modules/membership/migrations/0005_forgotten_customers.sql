-- Whose account ended, and when the processor forgot name and address too; null: still to be asked, or still a member.
alter table membership.customers add column left_at timestamptz, add column forgotten_at timestamptz;
create index customers_to_forget on membership.customers (left_at) where left_at is not null and forgotten_at is null;
