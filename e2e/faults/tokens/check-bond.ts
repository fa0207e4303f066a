import type { Sql } from 'postgres'
import { pad } from 'viem'
import { z } from 'zod'
import { assetFactoryTopics } from '@/contracts/generated/asset-factory'
import { yieldTokenSelectors, yieldTokenTopics } from '@/contracts/generated/yield-token'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { type Bond, FACE, FUNDS, RATE_PERCENT } from './bond'

const quantity = z.string().transform((text) => BigInt(text))
const logs = z.array(z.object({ topics: z.array(z.string()), data: z.string() }))
type Wanted = { sql: Sql; chain: FaultChain; bond: Bond; tokensIssued: number }

/**
 * Compares the bond of a round with its chain, which is read without any of the product's code. Returns what is wrong.
 */
export async function checkBond(wanted: Wanted): Promise<string[]> {
  return [
    ...(await checkDeployment(wanted)),
    ...(await checkHoldings(wanted)),
    ...(await checkCoupon(wanted)),
    ...(await checkRows(wanted)),
  ]
}

const lower = (text: string | undefined) => (text ?? '').toLowerCase()
const addressOf = (topic: string | undefined) => `0x${lower(topic).slice(-40)}`

/** One contract a token, at the address it was given. */
async function checkDeployment({ chain, bond, tokensIssued }: Wanted): Promise<string[]> {
  const topic = assetFactoryTopics['AssetCreated(address,address,bytes32)']
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: assetFactoryAddress(), topics: [topic] }
  const made = logs.parse(await chain.ask('eth_getLogs', filter)).map(({ topics }) => addressOf(topics[1]))
  const code = z.string().parse(await chain.ask('eth_getCode', bond.contractAddress, 'latest'))
  return [
    ...(code === '0x' ? ['there is no contract at its address'] : []),
    ...(made.filter((address) => address === lower(bond.contractAddress)).length === 1 ? [] : ['not made once']),
    ...(made.length === tokensIssued ? [] : [`${made.length} contracts for ${tokensIssued} tokens`]),
  ]
}

/** Checks that each minted unit exists once, on chain and in our index. */
async function checkHoldings({ sql, chain, bond }: Wanted): Promise<string[]> {
  const findings: string[] = []
  const call = (data: string) => chain.ask('eth_call', { to: bond.contractAddress, data }, 'latest')
  const supply = quantity.parse(await call(yieldTokenSelectors['totalSupply()']))
  const wanted = [...bond.holders.values()].reduce((sum, units) => sum + units, 0n)
  if (supply !== wanted) findings.push(`a supply of ${supply}, not ${wanted}`)
  const rows = await sql<{ address: string; units: string }[]>`
    select address, balance_units::text as units from token_wallets where token_id = ${bond.id}`
  const index = new Map(rows.map(({ address, units }) => [address.toLowerCase(), BigInt(units)]))
  for (const [holder, units] of bond.holders) {
    const data = yieldTokenSelectors['balanceOf(address)'] + pad(toHex(holder)).slice(2)
    const held = quantity.parse(await call(data))
    if (held !== units) findings.push(`${holder} holds ${held}, not ${units}`)
    if (index.get(holder) !== units) findings.push(`our index says ${index.get(holder)} of ${holder}, not ${units}`)
  }
  return findings
}

/** Each holder got its coupon once, rounded down, and nobody else anything. */
async function checkCoupon({ sql, chain, bond }: Wanted): Promise<string[]> {
  const findings: string[] = []
  const [payout] = await sql<{ id: string; status: string; days: string; funded: string }[]>`
    select id, status, day_numerator::text as days, funded_units::text as funded from token_payouts
    where token_id = ${bond.id} and index = 1`
  if (payout?.status !== 'PAID') return [`its coupon is ${payout?.status ?? 'missing'}`]
  let sum = 0n
  for (const [holder, units] of bond.holders) {
    // Six decimals of the payment token for eight of the bond.
    const owed = (units * FACE * RATE_PERCENT * BigInt(payout.days)) / (100n * 100n * 365n)
    const got = await chain.reader.tokenBalance(holder)
    if (got !== owed) findings.push(`${holder} got ${got}, not ${owed}`)
    sum += got
  }
  const left = await chain.reader.tokenBalance(bond.admin)
  if (left + sum !== FUNDS) findings.push(`the admin has ${left} of ${FUNDS} left, and ${sum} was paid`)
  if ((await chain.reader.tokenBalance(bond.contractAddress)) !== 0n) findings.push('something stayed in the contract')
  const topic = yieldTokenTopics['PayoutPaid(uint256,address,uint256,uint256)']
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: bond.contractAddress, topics: [topic] }
  const paid = logs.parse(await chain.ask('eth_getLogs', filter)).map(({ topics }) => addressOf(topics[2]))
  if (paid.length !== new Set(paid).size || paid.length !== bond.holders.size)
    findings.push(`${paid.length} payments for ${bond.holders.size} holders`)
  const [lines] = await sql<{ n: number }[]>`
    select count(*)::int as n from token_payout_lines where payout_id = ${payout.id}`
  if (lines?.n !== bond.holders.size) findings.push(`${lines?.n} lines for ${bond.holders.size} holders`)
  return findings
}

/** Nothing is left open, and each operation with an event has one. */
async function checkRows({ sql, bond }: Wanted): Promise<string[]> {
  const [token] = await sql<{ status: string }[]>`select status from tokens where id = ${bond.id}`
  const [open] = await sql<{ n: number }[]>`
    select count(*)::int as n from token_operations where token_id = ${bond.id} and status = 'PENDING'`
  const [steps] = await sql<{ n: number }[]>`
    select count(*)::int as n from token_steps s join token_operations o on o.id = s.operation_id
    where o.token_id = ${bond.id} and s.status in ('OPEN', 'WAITING')`
  const operations = await sql<{ id: string; kind: string; status: string; reported: number }[]>`
    select o.id, o.kind, o.status, (select count(*)::int from webhook_messages m where m.source_id = o.id) as reported
    from token_operations o where o.token_id = ${bond.id}`
  const isReported = (kind: string) => kind === 'DEPLOY' || kind === 'MINT'
  return [
    ...(token?.status === 'ACTIVE' ? [] : [`it is ${token?.status ?? 'gone'}`]),
    ...(open?.n === 0 ? [] : [`${open?.n} operations are open`]),
    ...(steps?.n === 0 ? [] : [`${steps?.n} steps are open`]),
    ...operations.flatMap(({ id, kind, status, reported }) => [
      ...(bond.operations.has(id) ? [] : [`nobody asked for ${kind} ${id}`]),
      ...(status === 'COMPLETED' ? [] : [`${kind} is ${status}`]),
      ...(reported === (isReported(kind) ? 1 : 0) ? [] : [`${kind} is told ${reported} times`]),
    ]),
  ]
}

function toHex(address: string): `0x${string}` {
  return `0x${address.slice(2)}`
}
