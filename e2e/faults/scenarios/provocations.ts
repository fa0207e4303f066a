import { type Stage, waitForStage } from '@/e2e/faults/scenario'
import { GWEI, holdBaseFee, settleBaseFee } from '@/e2e/faults/stack/base-fee'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { takeGas } from '@/e2e/faults/take-gas'
import type { Transfer, TransferPlan } from '@/e2e/faults/transfers'
import type { TransactionPoint } from '@/server/fault-point'

/**
 * The load that makes a fault point pass. `during` runs while the transfers are sent; the function it returns runs once
 * the fault struck.
 */
export type Provocation = {
  plan?: Partial<TransferPlan>
  /** The kind of chain to run on; without it the seed chooses. */
  gasPolicy?: FaultChain['gasPolicy']
  /** On the Solana cluster instead; `before` and `during` get the first chain all the same. */
  isSolana?: boolean
  /** The wallets get their gas beforehand: no block will come to bring it. */
  gasFirst?: boolean
  /** The transfers come from wallets that never sent anything. */
  freshWallets?: boolean
  before?: (stage: Stage, chain: FaultChain) => Promise<void>
  during?: (stage: Stage, chain: FaultChain, transfers: readonly Transfer[]) => Promise<() => Promise<void>>
}

const ORDINARY: Provocation = {}
const WEBHOOK: Provocation = { plan: { webhooks: 1 } }
const DRAINED: Provocation = { gasPolicy: 'sponsored', before: ({ world }) => takeGas(world) }

const UNKNOWN: Provocation = { gasPolicy: 'debited', freshWallets: true }

/** Sent at ordinary fees while no block comes, then outbid by the base fee: only a replacement is mined. */
const OUTBID: Provocation = {
  gasFirst: true,
  before: async (_stage, chain) => {
    await pauseMining(chain)
    await settleBaseFee(chain, GWEI)
  },
  during: async ({ world }, chain, transfers) => {
    await waitForStage(world, transfers, { stages: ['broadcast'], count: 1, timeoutMs: 60_000 })
    const { release } = await holdBaseFee(chain, 10n * GWEI)
    await resumeMining(chain)
    return async () => release()
  },
}

/** Cancelled by an operator while no block comes. */
const CANCELLED: Provocation = {
  gasFirst: true,
  plan: { mayFail: /cancel/i },
  before: OUTBID.before,
  during: async ({ world }, chain, transfers) => {
    await waitForStage(world, transfers, { stages: ['broadcast'], count: transfers.length, timeoutMs: 60_000 })
    const keys = transfers.filter((_, index) => index % 2 === 0).map(({ key }) => key)
    await world.sql`
      update transactions set cancel_requested_at = now() where idempotency_key = any(${keys}) and status = 'PENDING'`
    return () => resumeMining(chain)
  },
}

const SOLANA: Provocation = { isSolana: true }

/** A sent transaction is never included, and its blockhash expires: only then is it signed again. */
const EXPIRED: Provocation = {
  isSolana: true,
  before: async ({ stack }) => void (await stack.cluster.ask('litesvm_dropTransactions', 1_000)),
  during: async ({ stack, world }, _chain, transfers) => {
    await waitForStage(world, transfers, { stages: ['broadcast'], count: 1, timeoutMs: 60_000 })
    await stack.cluster.ask('litesvm_expireBlockhashes')
    await stack.cluster.ask('litesvm_dropTransactions', 0)
    return async () => {}
  },
}

export const PROVOCATIONS: Record<TransactionPoint, Provocation> = {
  'accept-before-commit': ORDINARY,
  'accept-after-commit': ORDINARY,
  'lane-after-plan': ORDINARY,
  'lane-after-sign': ORDINARY,
  'lane-after-store': ORDINARY,
  'send-before-answer': ORDINARY,
  'send-after-answer': ORDINARY,
  'bump-after-sign': OUTBID,
  'bump-after-store': OUTBID,
  'cancel-after-sign': CANCELLED,
  'cancel-after-store': CANCELLED,
  'receipt-before-settle': ORDINARY,
  'settle-before-commit': ORDINARY,
  'webhook-before-answer': WEBHOOK,
  'webhook-after-answer': WEBHOOK,
  'topup-after-request': DRAINED,
  'delegation-after-request': UNKNOWN,
  'solana-after-sign': SOLANA,
  'solana-after-store': SOLANA,
  'solana-after-send': SOLANA,
  'solana-resign-after-store': EXPIRED,
}
