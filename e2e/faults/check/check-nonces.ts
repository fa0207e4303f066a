import type { Sql } from 'postgres'
import type { Mined } from '@/e2e/faults/chain-reader'
import type { CheckedChain } from './world'

type Lane = { address: string; next: string | null; attempts: string; owners: string; float: string }

/**
 * At rest, for every sender (wallets, gas wallets, relayers): the chain's count, the mined transactions, the nonces we
 * signed and the lane's counter are one number, and no nonce has two owners. Returns how many nonces no mined
 * transaction fills.
 */
export async function checkNonces(sql: Sql, chain: CheckedChain, findings: string[]): Promise<number> {
  const { chainId, reader } = chain
  const lanes = await sql<Lane[]>`
    select l.address, l.next_nonce::text as next, l.gas_float_units::text as float,
      (select count(distinct a.nonce) from transaction_attempts a where a.chain_id = l.chain_id and a.from_address = l.address) as attempts,
      (select count(*) from (select 1 from transactions t where t.chain_id = l.chain_id and t.sender_address = l.address
        and t.nonce is not null group by t.nonce having count(*) > 1) s) as owners
    from lanes l where l.chain_id = ${chainId}`
  const mined = await reader.readMined(await ourAddresses(sql))
  let holes = 0
  for (const { address, next, attempts, owners, float } of lanes) {
    const onChain = await reader.nonceOf(address)
    const used = countOf(mined, address.toLowerCase())
    const counter = Number(next ?? 0)
    holes += Math.max(0, counter - onChain)
    if (
      onChain !== used.sent + used.authorized ||
      (counter > 0 && onChain !== counter) ||
      used.sent !== Number(attempts)
    ) {
      const figures = `chain ${onChain}, mined ${used.sent}, authorized ${used.authorized}, signed ${attempts}, counter ${counter}`
      findings.push(`nonces of ${address} on ${chainId} differ: ${figures}`)
    }
    if (Number(owners) > 0) findings.push(`${owners} nonces of ${address} have two transactions`)
    if (BigInt(float) < 0n) findings.push(`the gas float of ${address} is ${float}`)
  }
  await checkHashes(sql, chainId, mined, findings)
  return holes
}

/** The chain never saw a transaction of ours that was not written down before. */
async function checkHashes(sql: Sql, chainId: number, mined: readonly Mined[], findings: string[]): Promise<void> {
  const rows = await sql<{ tx_hash: string }[]>`select tx_hash from transaction_attempts where chain_id = ${chainId}`
  const stored = new Set(rows.map((row) => row.tx_hash))
  for (const { hash } of mined)
    if (!stored.has(hash)) findings.push(`the chain knows ${hash}, transaction_attempts does not`)
}

function countOf(mined: readonly Mined[], address: string): { sent: number; authorized: number } {
  return {
    sent: mined.filter(({ from }) => from === address).length,
    authorized: mined.flatMap(({ authorities }) => authorities).filter((one) => one === address).length,
  }
}

/** Every address the product signs for, in lower case. */
async function ourAddresses(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ address: string }[]>`select lower(address) as address from wallets where chain_type = 'EVM'`
  return new Set(rows.map(({ address }) => address))
}
