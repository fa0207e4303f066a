import type { ProviderName, ProviderReceipt } from './provider'

/** The provider returned no valid response; the call may be repeated later. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable'
  readonly provider: ProviderName
  constructor(provider: ProviderName, problem: string, options?: ErrorOptions) {
    super(`${provider} ${problem}`, options)
    this.provider = provider
  }
}

/**
 * The answer is impossible, for example about another account, in another currency or without an amount. Nothing in it
 * is used.
 */
export class ProviderInvalidAnswer extends ProviderUnavailable {
  override readonly name = 'ProviderInvalidAnswer'
}

/** The provider was not called, because our share of its limit is used up. This does not count as its failure. */
export class ProviderBusy extends ProviderUnavailable {
  override readonly name = 'ProviderBusy'
}

/** The list was not read to its end. The rows read so far are valid. */
export class ProviderIncomplete extends ProviderUnavailable {
  override readonly name = 'ProviderIncomplete'
  readonly receipts: readonly ProviderReceipt[]
  constructor(provider: ProviderName, problem: string, receipts: readonly ProviderReceipt[]) {
    super(provider, problem)
    this.receipts = receipts
  }
}

/** The provider refuses; repeating the request changes nothing. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly provider: ProviderName
  constructor(provider: ProviderName, problem: string) {
    super(`${provider} ${problem}`)
    this.provider = provider
  }
}
