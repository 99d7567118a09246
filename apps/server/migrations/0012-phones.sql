-- Phone numbers of clients and the text messages that confirm them.
alter table clients
  -- In international form, +4930123456; empty until confirmed.
  add column phone text not null default '',
  add column phone_confirmed_at timestamptz;
create unique index clients_phone on clients (phone) where phone <> '';
-- Codes to one number count together, whoever asks for them.
create index confirmation_codes_target on confirmation_codes (target, created_at desc) where purpose = 'phone';

create table text_messages (
  text_message_id uuid primary key,
  client_id uuid not null references clients,
  recipient text not null,
  -- Encrypted until it is sent, forgotten afterwards.
  sealed text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
