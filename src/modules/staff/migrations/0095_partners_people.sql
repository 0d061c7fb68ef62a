-- Who looks after the brands, and whom a partner sends: those see the one partner's own page and nothing else.
alter table staff.people drop constraint people_roles_check;
alter table staff.people add constraint people_roles_check check (
  roles <@ array['support', 'claims', 'finance', 'catalogue', 'content', 'analyst', 'partners', 'owner', 'partner']
  and cardinality(roles) > 0
);
alter table staff.people add column partner text;
alter table staff.people add constraint people_partner check (
  ('partner' = any (roles)) = (partner is not null) and (partner is null or cardinality(roles) = 1)
);
