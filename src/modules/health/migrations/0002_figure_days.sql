-- The day's figures as they were counted: long courses are read from here, not from what they were counted of.
create table health.figure_days (
  name text not null,
  day date not null,
  value bigint not null,
  counted_at timestamptz not null,
  primary key (name, day)
);
