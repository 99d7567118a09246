-- Scripts of the SDK as earlier builds had them, for pages that pin a version by its hash; a build keeps its own when one is asked for.
create table script_versions (
  version text not null,
  name text not null,
  body text not null,
  kept_at timestamptz not null,
  primary key (version, name)
);
