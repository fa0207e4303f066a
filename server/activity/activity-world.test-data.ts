import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { erc20Selectors } from '@/contracts/generated/erc20'
import { newId } from '@/db/new-id'
import {
  deposits,
  requestLog,
  tokenPayoutLines,
  tokenPayouts,
  tokens,
  transactions,
  wallets,
  webhookAttempts,
  webhookMessages,
} from '@/db/schema'
import { inTenant, inWorker, type Tenant } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { fillTokens, HOLDER } from '@/server/testing/fill-tokens'
import { first } from '@/server/testing/first'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { transferRow } from '@/server/testing/transfer-row'
import { addWallets } from '@/server/wallets/add-wallets'

export const HOUR = 3_600_000
export type World = Tenant & { projectId: string; walletId: string; address: string }

export async function newWorld(): Promise<World> {
  const tenant = await createTenant()
  const { id, address } = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return first(await ctx.db.select().from(wallets))
  })
  return { ...tenant, walletId: id, address }
}

export const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

export const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7'

/** What a transaction does with its value; `to` says whose address gets it. */
export const MOVES = {
  transfer: { type: 'TRANSFER', dataFor: null, moves: true },
  sweep: { type: 'SWEEP', dataFor: null, moves: true },
  call: { type: 'SIGN', dataFor: null, moves: true },
  tokenTransfer: {
    type: 'SIGN',
    dataFor: (to: string) => calldata(erc20Selectors['transfer(address,uint256)'], to),
    moves: true,
  },
  tokenTransferFrom: {
    type: 'SIGN',
    dataFor: (to: string) => calldata(erc20Selectors['transferFrom(address,address,uint256)'], OUTSIDE, to),
    moves: true,
  },
  approval: {
    type: 'SIGN',
    dataFor: (to: string) => calldata(erc20Selectors['approve(address,uint256)'], to),
    moves: false,
  },
  tokenOperation: { type: 'TOKEN_OPERATION', dataFor: null, moves: false },
} as const
export type Move = keyof typeof MOVES

const CONTRACT = '0xde709f2102306220921060314715629080e2fb77'
const calldata = (selector: string, ...addresses: string[]) =>
  `${selector}${addresses.map((one) => one.slice(2).toLowerCase().padStart(64, '0')).join('')}${'5'.padStart(64, '0')}`

type Transfer = {
  isOk?: boolean
  valueUsdMicros?: bigint
  feeMicros?: bigint
  hours?: number
  move?: Move
  to?: 'own' | 'outside'
}

/** A pending transfer, ended in a statement of its own, and charged in a third one. */
export async function transfer(
  of: World,
  { isOk = true, valueUsdMicros = 5n, feeMicros = 2n, hours = 1, move = 'transfer', to = 'outside' }: Transfer,
) {
  const id = newId()
  const { type, dataFor } = MOVES[move]
  const recipient = to === 'own' ? of.address : OUTSIDE
  const sent = dataFor
    ? { toAddress: CONTRACT, callData: dataFor(recipient) }
    : { toAddress: recipient, callData: type === 'SIGN' ? '0x' : null }
  await inTenant(of, ({ db }) =>
    db.insert(transactions).values({ ...transferRow(of), ...sent, type, id, valueUsdMicros, createdAt: ago(hours) }),
  )
  const own = eq(transactions.id, id)
  const ended = { status: isOk ? 'COMPLETED' : 'FAILED', stage: 'final', finalAt: ago(hours) } as const
  await inWorker(({ db }) => db.update(transactions).set(ended).where(own))
  await inWorker(({ db }) => db.update(transactions).set({ feeChargedMicros: feeMicros }).where(own))
  return id
}

/** Transfers of which one statement ends all, and a second one ends the first again, in another way. */
export async function transfersTogether(
  of: World,
  { isOks, hours = 1 }: { isOks: readonly boolean[]; hours?: number },
) {
  const rows = isOks.map((isOk) => ({
    ...transferRow(of),
    toAddress: OUTSIDE,
    id: newId(),
    valueUsdMicros: isOk ? 5n : 6n,
  }))
  const [again] = rows
  await inTenant(of, ({ db }) => db.insert(transactions).values(rows.map((row) => ({ ...row, createdAt: ago(hours) }))))
  const status = sql`case when ${transactions.valueUsdMicros} = 5 then 'COMPLETED' else 'FAILED' end`
  const ids = rows.map(({ id }) => id)
  await inWorker(({ db }) =>
    db
      .update(transactions)
      .set({ status, stage: 'final', finalAt: ago(hours), feeChargedMicros: 2n })
      .where(inArray(transactions.id, ids)),
  )
  if (again)
    await inWorker(({ db }) =>
      db
        .update(transactions)
        .set({ status: 'FAILED', finalAt: ago(hours + 2) })
        .where(eq(transactions.id, again.id)),
    )
}

export async function deposit(
  of: World,
  { stages = ['seen', 'confirmed'] as readonly ('seen' | 'confirmed' | 'reverted')[], hours = 1, fromAddress = 'x' },
) {
  const id = newId()
  const [stage = 'seen', ...later] = stages
  await inWorker(({ db }) =>
    db.insert(deposits).values({
      ...{ id, businessId: of.businessId, projectId: of.projectId, walletId: of.walletId, chainId: 84_532, stage },
      ...{ symbol: 'ETH', decimals: 18, amountUnits: 1n, valueUsdMicros: 7n, fromAddress, txHash: randomUUID() },
      ...{ blockNumber: 1n, blockHash: randomUUID(), createdAt: ago(hours) },
    }),
  )
  for (const next of later) {
    const change = { stage: next, ...(next === 'confirmed' && { confirmedAt: ago(hours) }) }
    await inWorker(({ db }) => db.update(deposits).set(change).where(eq(deposits.id, id)))
  }
}

/** A token of the business whose coupon is priced and not paid to anyone yet. */
export async function newToken(of: World) {
  const { tokenId, couponId } = await inWorker((ctx) => fillTokens(ctx, of, { isPaid: true }))
  return inWorker(async ({ db }) => {
    await db.delete(tokenPayoutLines).where(eq(tokenPayoutLines.tokenId, tokenId))
    await db.update(tokenPayouts).set({ paymentPriceE8: 150_000_000n }).where(eq(tokenPayouts.id, couponId))
    return { couponId, ...first(await db.select().from(tokens).where(eq(tokens.id, tokenId))) }
  })
}

type Payout = { to?: 'own' | 'outside'; amountUnits?: bigint; hours?: number; isReplaced?: boolean }

/** A line of a new token's coupon. `isReplaced`: deleted and written again, as when a token is rebuilt. */
export async function payout(of: World, { to = 'outside', amountUnits = 3n, hours = 1, isReplaced = false }: Payout) {
  const { id: tokenId, couponId: payoutId } = await newToken(of)
  const address = to === 'own' ? of.address : HOLDER
  const line = { payoutId, tokenId, businessId: of.businessId, address, units: 1n, amountUnits, txHash: '0x1' }
  const write = () =>
    inWorker(({ db }) => db.insert(tokenPayoutLines).values({ ...line, state: 'OWED', paidAt: ago(hours) }))
  const own = eq(tokenPayoutLines.tokenId, tokenId)
  await write()
  await inWorker(({ db }) => db.update(tokenPayoutLines).set({ state: 'PAID' }).where(own))
  if (!isReplaced) return
  await inWorker(({ db }) => db.delete(tokenPayoutLines).where(own))
  await write()
}

type Call = { status?: number; durationMs?: number; operation?: string | null; hours?: number }

export function request(of: World, { status = 200, durationMs = 12, operation = null, hours = 1 }: Call) {
  const { businessId, projectId } = of
  const row = { id: newId(), businessId, projectId, method: 'GET', path: '/v1/x', status, durationMs, operation }
  return inWorker(({ db }) => db.insert(requestLog).values({ ...row, createdAt: ago(hours) }))
}

export async function delivery(
  of: World,
  { error = null as string | null, url = 'https://a.example/hook', destinationId = null as string | null, hours = 1 },
) {
  const { businessId, projectId } = of
  const reported = { source: 'test', sourceId: newId(), kind: 'wallet.transfer.completed', body: '{}' } as const
  await inWorker(async ({ db }) => {
    const row = { businessId, projectId, url, destinationId, ...reported, status: 'delivered' as const }
    const message = first(await db.insert(webhookMessages).values(row).returning())
    const attempt = { businessId, messageId: message.id, number: 1, latencyMs: 40, signedWith: 'project' } as const
    await db.insert(webhookAttempts).values({ ...attempt, error, requestHeaders: {}, createdAt: ago(hours) })
  })
}
