-- The newest of each letter in each language is found without reading the others.
create index mails_letter on notifications.mails (template, language, created_at desc, mail_id desc);
