-- People read what was called in, the newest first, by who called and by what became of it.
create index inbox_postbacks on platform.inbox (provider, state, received_at desc, inbox_id desc) where source = 'postback';
