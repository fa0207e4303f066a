/**
 * Sends one request, a GET where there is no body, and returns the body of a 200. Throws `VaultAnswer` for any other
 * answer.
 */
export type VaultSend = (path: string, body: object | null, token: string | null) => Promise<unknown>

/** An answer that is no success. */
export class VaultAnswer extends Error {
  override readonly name = 'VaultAnswer'
  /** For operators. What Vault says may quote a request, so it is not part of it. */
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
