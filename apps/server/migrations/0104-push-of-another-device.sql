-- Another device that registers by a session's token stands beside the session's own: it ends no messages of its owner's.

drop index push_tokens_session;
create unique index push_tokens_session on push_tokens (session_id, device_id);
