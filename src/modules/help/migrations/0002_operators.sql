-- What operators look for: messages by the address of their writer, and those that wait for an answer.
create index messages_by_email on help.messages (email, created_at desc) where email is not null;
create index messages_open on help.messages (created_at, message_id) where state = 'open';
