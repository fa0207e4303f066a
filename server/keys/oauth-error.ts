/** RFC 6749 section 5.2 and spec 7.2. */
export const OAUTH_STATUS = {
  invalid_request: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_client: 401,
  unauthorized_client: 403,
  temporarily_unavailable: 503,
  server_error: 500,
} as const

type OAuthErrorCode = keyof typeof OAUTH_STATUS

/** A refusal of the token endpoint, the only operation without the envelope. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
  }
}
