import { openOutsider } from '@/e2e/faults/outsider'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'

const ANYBODY = '0x00000000000000000000000000000000000000e7'

/** An outside sender who moves a chain's token past the product: the truth for events. */
export async function openEventLoad(chain: FaultChain) {
  const outsider = await openOutsider(chain, 'cNGN')
  return {
    async send(): Promise<void> {
      await outsider.sendTokens(ANYBODY, BigInt(outsider.sent() + 1))
    },
    sent: outsider.sent,
    /**
     * Ids of the events by the receipts of what was sent, in the order of the chain; those that are not mined yet are
     * missing.
     */
    eventIds: async () => (await outsider.landed()).map(({ hash, logIndex }) => `${hash}:${logIndex}`),
  }
}
export type EventLoad = Awaited<ReturnType<typeof openEventLoad>>
