import type { World } from '@/e2e/faults/check/world'
import type { StoredDeposit } from './check-deposited'
import { toText } from './deposit-load'

type Row = {
  id: string
  chain_id: number
  hash: string
  log: number | null
  address: string
  units: string
  stage: string
}

/** The deposits of these wallets, by address. */
export async function readStored({ sql }: World, wallets: ReadonlySet<string>): Promise<StoredDeposit[]> {
  const rows = await sql<Row[]>`
    select d.id, d.chain_id, d.tx_hash as hash, d.log_index as log, w.address, d.amount_units::text as units, d.stage
    from deposits d join wallets w on w.id = d.wallet_id`
  return rows
    .filter(({ address }) => wallets.has(address))
    .map(({ id, chain_id: chainId, hash, log: logIndex, address, units, stage }) => {
      return { id, text: toText({ chainId, hash, logIndex, address, units: BigInt(units) }), stage }
    })
}
