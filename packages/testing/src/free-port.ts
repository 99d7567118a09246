export { findFreePort } from '@causeway/embedded-postgres/place/free-port';
