import type { FiatProvider, RefundRequest, RefundState } from '@/server/payments/providers/provider'
import { ProviderRefused, ProviderUnavailable } from '@/server/payments/providers/provider-error'

/** The provider's reaction to the next request. `lost`: it executes the request, and its answer is lost. */
export type Mood = 'pays' | 'begins' | 'asks' | 'refuses' | 'down' | 'lost'

type Made = { id: string; request: RefundRequest; state: RefundState['state'] }

/** A provider that follows a script and records what it paid. */
export class ScriptedProvider {
  mood: Mood = 'pays'
  readonly made: Made[] = []
  /** Runs while a request of this reference is open, before the provider acts on it. */
  meanwhile: ((reference: string) => Promise<unknown>) | null = null
  asked = 0

  constructor(
    readonly keepsRefundReference: boolean,
    /** The amount that each of its transactions received; it refunds no more than that. */
    private readonly received: (providerTxnId: string) => bigint | undefined,
  ) {}

  get paidMinor(): bigint {
    return this.made.filter(({ state }) => state === 'DONE').reduce((sum, { request }) => sum + request.amountMinor, 0n)
  }

  /** Pays all refunds that have begun. */
  payAll(): void {
    for (const one of this.made) if (one.state !== 'FAILED') one.state = 'DONE'
  }

  get provider(): FiatProvider {
    const none = async () => {
      throw new ProviderRefused('sandbox', 'does nothing but refunds')
    }
    return {
      name: 'sandbox',
      createOneTime: none,
      listReceipts: none,
      listTransactions: none,
      readWebhook: () => null,
      keepsRefundReference: this.keepsRefundReference,
      refund: async (request) => {
        await this.meanwhile?.(request.reference)
        return this.answer(request)
      },
      getRefund: async ({ reference }) => {
        this.asked += 1
        if (this.mood === 'down') throw new ProviderUnavailable('sandbox', 'does not answer')
        return this.find(reference) ?? { state: 'UNKNOWN', providerRef: null }
      },
    }
  }

  private find(reference: string): RefundState | null {
    const known = this.made.find(({ request }) => request.reference === reference)
    return known ? { state: known.state, providerRef: known.id } : null
  }

  private answer(request: RefundRequest): RefundState {
    const { mood } = this
    if (mood === 'down') throw new ProviderUnavailable('sandbox', 'does not answer')
    const known = this.find(request.reference)
    if (known) return known
    const given = this.made
      .filter((one) => one.request.providerTxnId === request.providerTxnId && one.state !== 'FAILED')
      .reduce((sum, one) => sum + one.request.amountMinor, 0n)
    const isTooMuch = given + request.amountMinor > (this.received(request.providerTxnId) ?? 0n)
    if (mood === 'refuses' || isTooMuch) throw new ProviderRefused('sandbox', 'refused: not now')
    const state = mood === 'begins' ? 'PROCESSING' : mood === 'asks' ? 'NEEDS_DETAILS' : 'DONE'
    const id = `ref-${this.made.length}`
    this.made.push({ id, request, state })
    if (mood === 'lost') throw new ProviderUnavailable('sandbox', 'broke off its answer')
    return { state, providerRef: id }
  }
}
