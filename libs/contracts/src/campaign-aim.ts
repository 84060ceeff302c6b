export { aimOf } from '@superscope/domain/campaign/campaign-aim';
