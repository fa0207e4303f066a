import { isDeepStrictEqual } from 'node:util'
import type { Sql } from 'postgres'
import type { Mined } from '@/e2e/faults/chain-reader'
import type { CheckedChain } from './world'

const REST_WITHIN_MS = 600_000

type Lane = { address: string; next: string | null; attempts: string; owners: string; float: string }

/**
 * At rest, for every sender (wallets, gas wallets, relayers): the chain's count, the mined transactions, the nonces we
 * signed and the lane's counter are one number, and no nonce has two owners. Returns how many nonces no mined
 * transaction fills.
 */
export async function checkNonces(sql: Sql, chain: CheckedChain, findings: string[]): Promise<number> {
  const { chainId } = chain
  const { lanes, mined, counts } = await readAtRest(sql, chain)
  let holes = 0
  for (const { address, next, attempts, owners, float } of lanes) {
    const onChain = counts.get(address) ?? 0
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

/**
 * What the rows and the chain say of one moment. Wallets return their idle gas at any time, and a long chain takes
 * minutes to read: reads again until no sender has sent anything meanwhile, or until that has gone on for too long.
 */
async function readAtRest(sql: Sql, { chainId, reader }: CheckedChain) {
  const startedAt = Date.now()
  for (;;) {
    const lanes = await readLanes(sql, chainId)
    const mined = await reader.readMined(await ourAddresses(sql))
    const counts = new Map<string, number>()
    for (const { address } of lanes) counts.set(address, await reader.nonceOf(address))
    const [row] = await sql<{ open: boolean }[]>`
      select exists (select 1 from transactions where chain_id = ${chainId} and type = 'FLOAT_RETURN' and status = 'PENDING') as open`
    const isAtRest = !row?.open && isDeepStrictEqual(await readLanes(sql, chainId), lanes)
    if (isAtRest || Date.now() > startedAt + REST_WITHIN_MS) return { lanes, mined, counts }
  }
}

async function readLanes(sql: Sql, chainId: number): Promise<readonly Lane[]> {
  const lanes = await sql<Lane[]>`
    select l.address, l.next_nonce::text as next, l.gas_float_units::text as float,
      (select count(distinct a.nonce) from transaction_attempts a where a.chain_id = l.chain_id and a.from_address = l.address) as attempts,
      (select count(*) from (select 1 from transactions t where t.chain_id = l.chain_id and t.sender_address = l.address
        and t.nonce is not null group by t.nonce having count(*) > 1) s) as owners
    from lanes l where l.chain_id = ${chainId} order by l.address`
  return [...lanes]
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
