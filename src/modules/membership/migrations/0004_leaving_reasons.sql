-- Why somebody left, when they cared to say: asked after it is done, and changing nothing.
create table membership.leaving_reasons (
  membership_id uuid primary key references membership.memberships (membership_id),
  reasons text[] not null check (reasons <@ array['price', 'unused', 'missing', 'other'] and cardinality(reasons) > 0),
  at timestamptz not null
);
