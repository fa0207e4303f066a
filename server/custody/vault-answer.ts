/**
 * Sends one request, a GET without a body, and returns the body of a 200. Throws `VaultAnswer` for any other response.
 */
export type VaultSend = (path: string, body: object | null, token: string | null) => Promise<unknown>

/** A response other than 200. */
export class VaultAnswer extends Error {
  override readonly name = 'VaultAnswer'
  /** For operators. Without Vault's message, which may quote a request. */
  readonly code: string

  constructor(
    readonly status: number,
    readonly problem: string,
    readonly path: string,
  ) {
    super(`Vault answers ${status} to ${path}`)
    this.code = this.message
  }
}

/**
 * Answers after which the same request may succeed: a quota, a replica that lags behind, a server that is sealed or
 * away.
 */
export const isTransientAnswer = ({ status }: VaultAnswer) => [412, 429].includes(status) || status >= 500
