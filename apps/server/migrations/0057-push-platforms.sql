-- The platform of a push token chooses the service that delivers; a token of any other system could never be used.
delete from push_tokens where platform not in ('ios', 'android', 'web');
alter table push_tokens alter column platform drop default;
alter table push_tokens add constraint push_tokens_platform check (platform in ('ios', 'android', 'web'));
