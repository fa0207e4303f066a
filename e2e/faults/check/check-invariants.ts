import type { Transfer } from '@/e2e/faults/transfers'
import { checkAccepted, checkKeys } from './check-accepted'
import { checkBalances } from './check-balances'
import { checkEffects } from './check-effects'
import { checkFailed } from './check-failed'
import { checkLedger } from './check-ledger'
import { checkNonces } from './check-nonces'
import { checkPlatformCoins } from './check-platform-coins'
import { checkSolana } from './check-solana'
import { checkWebhooks } from './check-webhooks'
import type { Row, World } from './world'

export type Verdict = {
  accepted: number
  completed: number
  failed: number
  /** Transfers with more than one effect on chain. */
  duplicates: number
  /** Acknowledged and gone, or never ended. */
  lost: number
  /** Nonces at rest that no mined transaction fills. */
  holes: number
  /** Micro-dollars that do not add up. */
  ledgerDrift: bigint
  undelivered: number
  /** One sentence for each broken invariant. */
  findings: string[]
}

/**
 * Compares the answers to customers, the rows, the chains, the ledger and the receiver of the webhooks (research:
 * wallets, 5.1). Call it at rest: when nothing is pending, or when waiting longer has no point.
 */
export async function checkInvariants(
  world: World,
  transfers: readonly Transfer[],
  { isRestored = false }: { isRestored?: boolean } = {},
): Promise<Verdict> {
  const { sql, chains, clusters } = world
  const keys = transfers.map(({ key }) => key)
  const found = await sql<Row[]>`
    select id, case when batch_id is null then idempotency_key else reference end as idempotency_key, chain_id, status, error, from_address, to_address, amount_units::text as units, tx_hash
    from transactions where idempotency_key = any(${keys}) or (batch_id is not null and reference = any(${keys}))`
  const rows = new Map(found.map((row) => [row.idempotency_key, row]))
  const findings: string[] = []
  let [duplicates, holes] = [0, 0]
  for (const chain of chains) {
    const there = transfers.filter(({ chainId }) => chainId === chain.chainId)
    duplicates += await checkEffects(chain, there, rows, findings)
    await checkBalances(world, chain, findings)
    // Transactions that the platform sent for itself after a backup have no row.
    if (!isRestored) holes += await checkNonces(sql, chain, findings)
    if (!isRestored) await checkPlatformCoins(world, chain, findings)
    await checkFailed(sql, chain, findings)
  }
  for (const cluster of clusters) {
    const there = transfers.filter(({ chainId }) => chainId === cluster.chainId)
    duplicates += await checkSolana(world, cluster, { transfers: there, rows }, findings)
  }
  await checkKeys(sql, transfers, findings)
  return {
    accepted: found.length,
    completed: found.filter((row) => row.status === 'COMPLETED').length,
    failed: found.filter((row) => row.status === 'FAILED').length,
    duplicates,
    lost: checkAccepted(transfers, rows, findings),
    holes,
    ledgerDrift: await checkLedger(sql, findings),
    undelivered: await checkWebhooks(world, transfers, rows, findings),
    findings,
  }
}
