export { findFreePort } from '@causeway/embedded-postgres/start-embedded-postgres';
