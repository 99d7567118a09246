-- Ending a session deletes its codes: they are found by an index.
create index second_factor_codes_session on second_factor_codes (session_id);
