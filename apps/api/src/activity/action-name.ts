import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';

/** The name of an action for people. An action of a later release has none here. */
export const actionName = (action: string): string =>
  (accessActions[action as AccessAction] as { name: string } | undefined)?.name ?? action;
