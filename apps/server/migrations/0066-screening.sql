-- Lists of sanctioned names as an operator loaded them, and keyed marks by which one person with two accounts is noticed.
create table sanctions_entries (
  list text not null,
  entry text not null,
  -- The parts of the name as they are compared.
  parts text[] not null,
  list_date date not null,
  primary key (list, entry)
);
create index sanctions_entries_parts on sanctions_entries using gin (parts);

create table person_marks (
  client_id uuid not null references clients,
  kind text not null check (kind in ('person', 'document')),
  -- A keyed hash: of name and birthday, or of a document's number.
  mark text not null
);
create unique index person_marks_client on person_marks (client_id, kind, mark) where mark <> '';
create index person_marks_mark on person_marks (kind, mark) where mark <> '';
