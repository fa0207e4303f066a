import { callSigner } from '@/server/custody/remote/call-signer'
import { fromWireError } from '@/server/custody/remote/wire'
import { toStoredAttempt } from '@/server/engine/evm/store-attempts'
import { toStoredAttempt as asStoredTransfer } from '@/server/engine/solana/store-attempts'
import { canSend, recovering } from '@/server/recovery/is-recovering'
import { holdsSeeds } from '@/server/separate-signer'
import { embeddedSigner, type Signer } from './embedded-signer'
import { lanesAnswer, replacementsAnswer, transfersAnswer } from './wire'

/**
 * The signer of this process: itself, or the process at SIGNER_SOCKET. It refuses every caller (recovering) while this
 * process may not send on the chain. The process at SIGNER_SOCKET cannot know that: this one found it out.
 */
export function signer(): Signer {
  const { signLanes, signReplacements, signTransfers } = holdsSeeds() ? embeddedSigner : remoteSigner
  return {
    signLanes: guarded(signLanes),
    signReplacements: guarded(signReplacements),
    signTransfers: guarded(signTransfers),
  }
}

function guarded<Order extends { chainId: number }, Signed>(sign: (order: Order) => Promise<Signed>) {
  return async (order: Order): Promise<Signed> => {
    if (!(await canSend(order.chainId))) throw recovering()
    return sign(order)
  }
}

/**
 * Signs through the process at SIGNER_SOCKET: sends ids and terms, and receives signed bytes that are stored already.
 */
const remoteSigner: Signer = {
  async signLanes(order) {
    const { stored, failed } = lanesAnswer.parse(await callSigner('signLanes', order))
    return {
      stored: stored.map(toStoredAttempt),
      failed: failed.map(({ walletId, error }) => ({ walletId, error: fromWireError(error) })),
    }
  },
  async signReplacements(order) {
    return replacementsAnswer.parse(await callSigner('signReplacements', order)).map(toStoredAttempt)
  },
  async signTransfers(order) {
    const stored = transfersAnswer.parse(await callSigner('signTransfers', order))
    return stored.map(({ raw, ...transfer }) =>
      asStoredTransfer({ ...transfer, raw: new Uint8Array(Buffer.from(raw, 'base64')) }),
    )
  },
}
