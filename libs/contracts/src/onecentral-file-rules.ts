export { mayDelete, mayQueue } from '@superscope/domain/onecentral-import/onecentral-import';
