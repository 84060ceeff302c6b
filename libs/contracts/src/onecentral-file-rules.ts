export { mayDelete, mayMend, mayQueue } from '@superscope/domain/onecentral-import/onecentral-import';
