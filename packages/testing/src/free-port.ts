export { findFreePort } from '@causeway/embedded-postgres/free-port';
