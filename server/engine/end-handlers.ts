import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { TRANSACTION_TYPES, type TransactionType } from '@/schemas/transactions/words'
import type { Chain } from '@/server/chains/registry'
import { endSweeps } from '@/server/handlers/payments/sweeps-ended'
import { enqueueRecipientWallets } from '@/server/handlers/sweeps/enqueue-wallets'
import { endRuleSweeps } from '@/server/handlers/sweeps/sweeps-ended'
import { endTokenSteps } from '@/server/handlers/tokens/steps-ended'
import { growFloats, takeFromFloats } from '@/server/queue/floats'

/** Transactions that end together, on one chain. */
export type EndedTransactions = { chain: Chain; ended: readonly TransactionRow[]; now: Date }

type Step = (db: Database, ending: EndedTransactions) => Promise<void>

/**
 * The effects of the end of transactions, by type, in the database transaction that ends them and once for each
 * transaction. A step gets all transactions of its type that end there, whatever their status. A step that throws rolls
 * back the ending, which is tried again.
 */
type OnEnded = {
  /** Runs before the fees are charged and changes amounts that they are calculated with. */
  beforeFees?: Step
  /** Runs after the fees. One call moves the money, so that accounts are always locked in the same order. */
  afterFees?: Step
  /** Its sponsored gas counts today against the budget of the owner of the receiving wallet. */
  isForRecipient?: true
}

export const END_HANDLERS: Record<TransactionType, OnEnded> = {
  TRANSFER: { afterFees: enqueueRecipientWallets },
  SIGN: {},
  DEPLOY: { afterFees: endTokenSteps },
  TOKEN_OPERATION: { afterFees: endTokenSteps },
  SWEEP: {
    async afterFees(db, ending) {
      await endSweeps(db, ending)
      await endRuleSweeps(db, ending)
    },
  },
  FLOAT_RETURN: { afterFees: takeFromFloats },
  GAS_TOPUP: { beforeFees: growFloats, isForRecipient: true },
  DELEGATE: {},
}

/** Runs a step of every type among the ended. */
export async function runStep(
  db: Database,
  ending: EndedTransactions,
  { step, onEnded }: { step: 'beforeFees' | 'afterFees'; onEnded: typeof END_HANDLERS },
): Promise<void> {
  for (const type of TRANSACTION_TYPES) {
    const ended = ending.ended.filter((row) => row.type === type)
    if (ended.length > 0) await onEnded[type][step]?.(db, { ...ending, ended })
  }
}
