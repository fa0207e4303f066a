import type { Sql } from 'postgres'
import type { Receiver } from '@/dev/testing/webhook-receiver'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import type { FaultCluster } from '@/e2e/faults/stack/fault-cluster'

/** The parts of a chain that the checker reads. */
export type CheckedChain = Pick<FaultChain, 'chainId' | 'cngn' | 'reader'>

export type CheckedCluster = Pick<FaultCluster, 'chainId' | 'reader'>

/** Everything an intent can leave a trace in. */
export type World = {
  sql: Sql
  chains: readonly CheckedChain[]
  clusters: readonly CheckedCluster[]
  receiver: Pick<Receiver, 'url' | 'visits'>
  /** The customer's wallets of this run. */
  wallets: readonly string[]
  /** Token units each of them was given at the start, on each chain. */
  fundedUnits: bigint
  /** The platform's coins that the run itself took out of wallets and books, by chain and address. */
  takenGas: Map<string, bigint>
  solanaWallets: readonly string[]
  fundedLamports: bigint
}

export type Row = {
  id: string
  idempotency_key: string
  chain_id: number
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  error: string | null
  from_address: string
  to_address: string
  units: string
  tx_hash: string | null
}
