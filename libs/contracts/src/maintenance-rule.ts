export { longestMessage } from '@superscope/domain/maintenance/maintenance';
