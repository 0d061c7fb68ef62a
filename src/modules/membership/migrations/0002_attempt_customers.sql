-- A card belongs to the processor's customer of who entered it. After two accounts became one, a membership's new card may
-- hang on another customer than its sign-up did: each attempt names its own.
alter table membership.attempts add column customer_id text;
update membership.attempts a set customer_id = m.customer_id
  from membership.charges c join membership.joins m using (membership_id) where c.charge_id = a.charge_id;
alter table membership.attempts alter column customer_id set not null;
