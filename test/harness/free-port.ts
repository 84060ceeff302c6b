export { freePort } from '@superscope/local/free-port';
