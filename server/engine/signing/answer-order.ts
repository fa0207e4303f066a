import { toWireError } from '@/server/custody/remote/wire'
import type { StoredAttempt } from '@/server/engine/evm/store-attempts'
import { logger } from '@/server/logger'
import { embeddedSigner } from './embedded-signer'
import { lanesOrder, replacementsOrder, solanaOrder } from './wire'

/**
 * The signer's handlers of the engine's orders; `remote-signer.ts` reads their answers. Each throws the errors of
 * signing.
 */
export const ORDER_HANDLERS = {
  async signLanes(order: unknown) {
    const { stored, failed } = await embeddedSigner.signLanes(lanesOrder.parse(order))
    const refused = failed.map(({ walletId, error }) => ({ walletId, error: toWireError(error) }))
    for (const { walletId, error } of refused)
      logger().warn({ walletId, why: error.message }, 'a lane was not signed for')
    return { stored: stored.map(toRow), failed: refused }
  },
  async signReplacements(order: unknown) {
    return (await embeddedSigner.signReplacements(replacementsOrder.parse(order))).map(toRow)
  },
  async signTransfers(order: unknown) {
    const stored = await embeddedSigner.signTransfers(solanaOrder.parse(order))
    return stored.map(({ raw, ...transfer }) => ({ ...transfer, raw: Buffer.from(raw).toString('base64') }))
  },
} as const

function toRow({ id, transactionId, laneWalletId, nonce, txHash, rawHex }: StoredAttempt) {
  return { id, nonce, transaction_id: transactionId, lane_wallet_id: laneWalletId, tx_hash: txHash, raw: rawHex }
}
