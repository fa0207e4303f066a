import { toDatabase } from '@/db/client'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { type ApiClient, createApiClient } from '@/e2e/api-client'
import { postCredit } from '@/server/ledger/credit-business'
import type { World } from './check/world'
import { FUNDED_UNITS, makeWallets } from './fresh-wallets'
import { type FaultStack, startFaultStack } from './stack/fault-stack'
import type { PreparedRun } from './stack/prepare-run'

/** A stack with funded wallets and a caller. Scenarios share one until an invariant breaks. */
export type Session = {
  stack: FaultStack
  world: World
  api: ApiClient
  /** No other scenario can be played on it. */
  isSpent: boolean
  end: (options: { keep: boolean }) => Promise<void>
}

const WALLETS = 20
const SOLANA_WALLETS = 6
const FUNDED_LAMPORTS = 100_000_000_000n
/** Gas is no matter, except where a scenario makes it one. */
const CREDIT = { micros: 100_000_000_000n, reason: 'Credit of the run', createdBy: 'system:faults' }

export async function openSession(options: { seed: number; prepared: PreparedRun }): Promise<Session> {
  const stack = await startFaultStack(options)
  const receiver = await startReceiver()
  const api = createApiClient(stack)
  const end = async (options: { keep: boolean }) => {
    await receiver.close()
    await api.close()
    await stack.stop(options)
  }
  try {
    const wallets = await makeWallets(api, WALLETS)
    for (const { reader } of stack.chains) {
      await reader.emptyOfGas(wallets)
      await reader.fund(wallets, FUNDED_UNITS)
    }
    const solanaWallets = await makeWallets(api, SOLANA_WALLETS, 'SOLANA')
    await stack.cluster.reader.setLamports(solanaWallets, FUNDED_LAMPORTS)
    const { sql, chains, cluster, businessId } = stack
    await postCredit(toDatabase(sql), { businessId, ...CREDIT })
    const evm = { chains, wallets, fundedUnits: FUNDED_UNITS, takenGas: new Map<string, bigint>() }
    const solana = { clusters: [cluster], solanaWallets, fundedLamports: FUNDED_LAMPORTS }
    return { stack, api, end, isSpent: false, world: { sql, receiver, ...evm, ...solana } }
  } catch (error) {
    await end({ keep: false })
    throw error
  }
}
