-- Which question to a store's network belongs to a message about a missing purchase, and what its writer hears once it is filed.
create table help.askings (
  message_id uuid primary key references help.messages (message_id) on delete cascade,
  inquiry_id uuid not null unique,
  -- A person's own words, for the letter that the network was asked.
  words text not null,
  by text not null check (length(by) between 1 and 100),
  at timestamptz not null
);
