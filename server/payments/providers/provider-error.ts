import type { ProviderName, ProviderReceipt } from './provider'

/** The provider does not answer, or not with an answer: it may be asked again later. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable'
  readonly provider: ProviderName
  constructor(provider: ProviderName, problem: string, options?: ErrorOptions) {
    super(`${provider} ${problem}`, options)
    this.provider = provider
  }
}

/**
 * It answers something that cannot be: about another account, in another currency, of no amount. Nothing of it is
 * believed.
 */
export class ProviderNonsense extends ProviderUnavailable {
  override readonly name = 'ProviderNonsense'
}

/** It was not asked: its limit of calls is used up. It fails in nothing. */
export class ProviderBusy extends ProviderUnavailable {
  override readonly name = 'ProviderBusy'
}

/** Its list was not read to the end. What was read of it is true. */
export class ProviderIncomplete extends ProviderUnavailable {
  override readonly name = 'ProviderIncomplete'
  readonly receipts: readonly ProviderReceipt[]
  constructor(provider: ProviderName, problem: string, receipts: readonly ProviderReceipt[]) {
    super(provider, problem)
    this.receipts = receipts
  }
}

/** The provider says no: asking the same again changes nothing. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly provider: ProviderName
  constructor(provider: ProviderName, problem: string) {
    super(`${provider} ${problem}`)
    this.provider = provider
  }
}
