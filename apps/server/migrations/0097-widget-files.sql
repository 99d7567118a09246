-- Scripts and styles of the widget as each build had them, found by their hash: browsers that come back get the difference, open tabs the rest of their own.
create table widget_files (
  sha256 text primary key,
  name text not null,
  body text not null,
  kept_at timestamptz not null
);
create index widget_files_name on widget_files (name);
