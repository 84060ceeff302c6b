import { refusalCodes } from '@superscope/domain/salesforce-batch/refusal-codes';

/** Codes of jobs and of their calls, from the Bulk API 2.0 Developer Guide. The REST API writes some of them in capitals. */
export const jobCodes = [
  'ClientInputError',
  'ExceededQuota',
  'FeatureNotEnabled',
  'HttpsRequired',
  'InternalServerError',
  'InvalidBatch',
  'InvalidJob',
  'InvalidJobState',
  'InvalidOperation',
  'InvalidSessionId',
  'InvalidUrl',
  'InvalidUser',
  'InvalidVersion',
  'InvalidXML',
  'MethodNotAllowed',
  'NotFound',
  'Timeout',
  'TooManyLockFailure',
  'Unknown',
  'UnsupportedContentType',
] as const;

/** Codes of calls of the REST API, beside those of rows. */
const callCodes = [
  'API_DISABLED_FOR_ORG',
  'API_ERROR',
  'BAD_REQUEST',
  'CONTENT_TYPE_NOT_SUPPORTED',
  'EXCEEDED_MAX_SIZE_REQUEST',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'INVALID_AUTH_HEADER',
  'JSON_PARSER_ERROR',
  'LOGIN_DURING_RESTRICTED_DOMAIN',
  'LOGIN_DURING_RESTRICTED_TIME',
  'METHOD_NOT_ALLOWED',
  'ORG_SUSPENDED',
  'PASSWORD_LOCKOUT',
  'TRIAL_EXPIRED',
  'UNKNOWN_ERROR',
  'UNSUPPORTED_API_VERSION',
  'UNSUPPORTED_MEDIA_TYPE',
  'URL_NOT_RESET',
] as const;

/** Errors of OAuth, and those that Salesforce adds to them. */
const signInCodes = [
  'access_denied',
  'app_not_found',
  'inactive_org',
  'inactive_user',
  'invalid_app_access',
  'invalid_client',
  'invalid_client_credentials',
  'invalid_client_id',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'rate_limit_exceeded',
  'redirect_uri_mismatch',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unknown_error',
  'unsupported_grant_type',
] as const;

const known: ReadonlySet<string> = new Set([
  ...jobCodes,
  ...jobCodes.map((code) => code.toUpperCase()),
  ...callCodes,
  ...signInCodes,
  ...refusalCodes,
]);

/** Whether Salesforce says this by itself: any other word may be somebody's value. */
export const isKnownCode = (code: string): boolean => known.has(code);
