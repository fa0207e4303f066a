import { and, eq, sql } from 'drizzle-orm'
import { type Address, getAddress, parseEventLogs } from 'viem'
import { expect } from 'vitest'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import {
  tokenItems,
  tokenOperations,
  tokenPayoutLines,
  tokenPayouts,
  tokenSteps,
  tokens,
  tokenWallets,
} from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { ThiefWorld } from './thief-world.test-data'

const abi = yieldTokenAbi
const db = () => workerCtx().db

async function readLogs({ world, bond }: ThiefWorld) {
  const logs = await world.chain.rpc.getLogs({ address: bond.contract, fromBlock: bond.firstBlock, toBlock: 'latest' })
  return parseEventLogs({ abi, logs })
}

/** The payments to holders and the amounts set aside for them, read from the chain. */
async function readPayouts(thief: ThiefWorld) {
  const logs = await readLogs(thief)
  const paid = logs.flatMap((log) =>
    log.eventName === 'PayoutPaid' || log.eventName === 'PayoutOwed'
      ? [{ ...log.args, key: `${log.args.id} ${log.args.holder}`, isOwed: log.eventName === 'PayoutOwed' }]
      : [],
  )
  const sumOf = (name: 'PayoutFunded' | 'OwedPaid' | 'RestReturned') =>
    logs.reduce((sum, log) => (log.eventName === name ? sum + log.args.amount : sum), 0n)
  return { paid, funded: sumOf('PayoutFunded'), owedPaid: sumOf('OwedPaid'), rest: sumOf('RestReturned') }
}

/**
 * Expects that each coupon paid every holder once, for the units at its record time and not more, and that the money
 * adds up.
 */
async function expectFairPayouts(thief: ThiefWorld): Promise<void> {
  const { bond, world, hands } = thief
  const { paid, funded, owedPaid, rest } = await readPayouts(thief)
  expect(new Set(paid.map(({ key }) => key)).size).toBe(paid.length)
  const lines = await db().select().from(tokenPayoutLines).where(eq(tokenPayoutLines.tokenId, bond.id))
  const payouts = await db().select().from(tokenPayouts).where(eq(tokenPayouts.tokenId, bond.id))
  const indexOf = new Map(payouts.map(({ id, index }) => [id, index]))
  const inIndex = lines.map((line) => `${indexOf.get(line.payoutId)} ${line.address} ${line.units} ${line.amountUnits}`)
  expect(inIndex.sort()).toEqual(paid.map(({ key, units, amount }) => `${key} ${units} ${amount}`).sort())
  const read = { address: bond.contract, abi } as const
  for (const { id, holder, units, amount } of paid) {
    const { recordTime, numerator, denominator } = await world.chain.rpc.readContract({
      ...read,
      functionName: 'payouts',
      args: [id],
    })
    if (id > 0n) {
      const held = await world.chain.rpc.readContract({
        ...read,
        functionName: 'balanceAt',
        args: [holder, recordTime],
      })
      expect(units).toBe(held)
    }
    expect(amount).toBe((units * numerator) / denominator)
  }
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)
  const paidOut = sum(paid.filter(({ isOwed }) => !isOwed).map(({ amount }) => amount)) + owedPaid
  expect(await world.paidTo(bond.contract)).toBe(funded - paidOut - rest)
  expect(sum(await Promise.all(hands.map(({ address }) => world.paidTo(address))))).toBe(paidOut)
  const owedLines = sum(lines.filter(({ state }) => state === 'OWED').map(({ amountUnits }) => amountUnits))
  expect(owedLines).toBe(sum(paid.filter(({ isOwed }) => isOwed).map(({ amount }) => amount)) - owedPaid)
  for (const payout of payouts) {
    const own = paid.filter(({ id }) => id === BigInt(payout.index))
    expect(payout.paidUnits).toBe(sum(own.map(({ amount }) => amount)))
    expect(payout.paidUnits).toBeLessThanOrEqual(payout.fundedUnits)
  }
}

/** Expects that our index of holders equals the state of the token's contract. */
async function expectSameHolders({ bond, world, hands }: ThiefWorld): Promise<void> {
  const [token] = await db().select().from(tokens).where(eq(tokens.id, bond.id))
  if (!token) throw new Error('the bond is gone')
  const read = { address: bond.contract, abi } as const
  const [supply, holderCount, isPaused] = await Promise.all([
    world.chain.rpc.readContract({ ...read, functionName: 'totalSupply' }),
    world.chain.rpc.readContract({ ...read, functionName: 'holderCount' }),
    world.chain.rpc.readContract({ ...read, functionName: 'paused' }),
  ])
  expect([token.totalSupplyUnits, token.holderCount]).toEqual([supply, Number(holderCount)])
  if (token.status === 'ACTIVE' || token.status === 'PAUSED') expect(token.status === 'PAUSED').toBe(isPaused)
  const rows = await db().select().from(tokenWallets).where(eq(tokenWallets.tokenId, bond.id))
  expect(rows.reduce((sum, { balanceUnits }) => sum + balanceUnits, 0n)).toBe(supply)
  const known = new Map(rows.map((row) => [getAddress(row.address), row]))
  const ofChain = async (holder: Address) => ({
    balanceUnits: await world.onChain(bond.contract, holder),
    isFrozen: await world.chain.rpc.readContract({ ...read, functionName: 'isFrozen', args: [holder] }),
    isRegistered:
      BigInt(await world.chain.rpc.readContract({ ...read, functionName: 'investorOf', args: [holder] })) > 0n,
  })
  for (const { address } of hands) {
    const { balanceUnits = 0n, isFrozen = false, isRegistered = false } = known.get(address) ?? {}
    expect({ address, balanceUnits, isFrozen, isRegistered }).toEqual({ address, ...(await ofChain(address)) })
  }
}

/** Each ended operation was reported to its requester once; running ones were not. */
async function expectReportedOnce({ bond }: ThiefWorld): Promise<void> {
  const rows = await db().execute<{ id: string; status: string; messages: number }>(sql`
    select o.id, o.status, count(m.id)::int as messages from token_operations o
    left join webhook_messages m on m.source = 'token' and m.source_id = o.id
    where o.token_id = ${bond.id} and o.webhook_url is not null and (o.status <> 'COMPLETED' or o.kind <> 'PAY_COUPON')
    group by o.id, o.status`)
  const wrong = rows.filter(
    ({ status, messages }) =>
      messages > 1 || (status === 'PENDING' && messages > 0) || (status === 'COMPLETED' && messages !== 1),
  )
  expect(wrong).toEqual([])
}

/**
 * Expects that a redemption on the chain is reported, even if someone else recorded it, and that no operation of ours
 * changes balances while one is open.
 */
async function expectOpenlyRedeemed({ bond }: ThiefWorld): Promise<void> {
  const [token] = await db().select().from(tokens).where(eq(tokens.id, bond.id))
  const payouts = await db().select().from(tokenPayouts).where(eq(tokenPayouts.tokenId, bond.id))
  const redemption = payouts.find(({ index, basisUnits }) => index === 0 && basisUnits !== null)
  const said = redemption && (redemption.status === 'PAID' ? 'REDEEMED' : 'REDEEMING')
  expect(['REDEEMING', 'REDEEMED'].find((status) => status === token?.status)).toBe(said)
  const open = await db()
    .select({ kind: tokenOperations.kind })
    .from(tokenOperations)
    .where(and(eq(tokenOperations.tokenId, bond.id), eq(tokenOperations.status, 'PENDING')))
  const kinds = new Set(open.map(({ kind }) => kind))
  if (kinds.has('CALL')) expect([...kinds].filter((kind) => ['MINT', 'BURN', 'TRANSFER'].includes(kind))).toEqual([])
}

/** The checks after every step, whatever is in progress. No block may be mined meanwhile. */
export async function expectHonestBooks(thief: ThiefWorld): Promise<void> {
  await expectOpenlyRedeemed(thief)
  await expectSameHolders(thief)
  await expectFairPayouts(thief)
  await expectReportedOnce(thief)
}

/** The check after all workers have run: nothing is open. */
export async function expectNothingOpen({ bond }: ThiefWorld): Promise<void> {
  const operations = await db().select().from(tokenOperations).where(eq(tokenOperations.tokenId, bond.id))
  expect(operations.filter(({ status }) => status === 'PENDING')).toEqual([])
  const ids = operations.map(({ id }) => id)
  for (const id of ids) {
    const steps = await db().select().from(tokenSteps).where(eq(tokenSteps.operationId, id))
    expect(steps.filter(({ status }) => status === 'OPEN' || status === 'WAITING')).toEqual([])
    const items = await db().select().from(tokenItems).where(eq(tokenItems.operationId, id))
    expect(items.filter(({ status }) => status === 'PENDING')).toEqual([])
  }
}
