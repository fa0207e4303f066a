import { randomUUID } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { tokenOperations, tokenPayoutLines, tokenWallets } from '@/db/schema'
import { tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { decodeMessage } from '@/server/chains/solana/decode-message'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { isRecovering } from '@/server/recovery/is-recovering'
import { first } from '@/server/testing/first'
import { someone } from '@/server/testing/solana-world'
import type { Answer } from '@/server/testing/wallet-client'
import { type SolanaTokenWorld, solanaBond } from './solana-token-world.test-data'

const UNIT = 1_000_000n
const [MINT_TO, BURN, TRANSFER_CHECKED] = [7, 8, 12]

export type Wanted =
  | { what: 'issue' | 'register' | 'batch' }
  | { what: 'mint' | 'burn' | 'move'; who: number; tokens: number }
  | { what: 'freeze'; who: number; isOn: boolean }
  | { what: 'pay'; index: number }
type Claim = Wanted & { key: string; isAccepted: boolean; operationId: string | null; refusal: string | null }

/** A client with a bond on the cluster, over restores of the platform. */
export type BondClient = {
  world: SolanaTokenWorld
  admin: string
  hands: string[]
  body: ReturnType<typeof solanaBond>
  id: string
  mint: string
  claims: Claim[]
}

export async function newBondClient(world: SolanaTokenWorld): Promise<BondClient> {
  const hands = [await world.ownWallet(), someone(), someone()]
  const admin = await world.ownWallet()
  await world.solana.fundToken('USDC', admin, 1_000_000n * UNIT)
  return { world, admin, hands, body: solanaBond('MODEL'), id: '', mint: '', claims: [] }
}

export async function askNew(client: BondClient, wanted: Wanted): Promise<void> {
  if (await isRecovering()) return
  const claim = { ...wanted, key: randomUUID(), isAccepted: false, operationId: null, refusal: null }
  client.claims.push(claim)
  await ask(client, claim)
}

/** The client pays the first coupon that it finds unpaid, which may be paid already. */
export async function payNext(client: BondClient): Promise<void> {
  const due = (await couponsOf(client)).find(({ status }) => status !== 'SCHEDULED' && status !== 'PAID')
  if (due) await askNew(client, { what: 'pay', index: due.index })
}

/** The client asks again for all that was not refused at first. */
export async function repeatAll(client: BondClient): Promise<void> {
  for (const claim of client.claims) if (claim.isAccepted || claim.refusal === null) await ask(client, claim)
}

async function ask(client: BondClient, claim: Claim): Promise<void> {
  await client.world.client.signInAgain()
  const answer = await send(client, claim)
  if (answer.code === 503) return expect(answer.refusal).toBe('recovering')
  expect(answer.code, answer.message).toBeLessThan(500)
  claim.refusal = answer.code < 300 ? null : `${answer.code} ${answer.refusal}: ${answer.message}`
  if (claim.refusal !== null) return
  claim.isAccepted = true
  if (claim.what !== 'issue') claim.operationId = operationView.parse(answer.data).operationRef
  else takeIssued(client, answer)
}

function takeIssued(client: BondClient, { data }: Answer): void {
  const { id, contractAddress } = tokenView.parse(data)
  expect([id, contractAddress]).toEqual([client.id || id, client.mint || contractAddress])
  Object.assign(client, { id, mint: contractAddress })
}

async function send(client: BondClient, claim: Claim): Promise<Answer> {
  const { world, hands, id } = client
  const { key } = claim
  const hand = (who: number) => first(hands.slice(who % hands.length))
  switch (claim.what) {
    case 'issue':
      return world.issue({ ...client.body, tokenAdmin: client.admin }, key)
    case 'register':
      return world.ask(id, 'wallets', { wallets: hands.map((address, n) => ({ address, investorId: `${n}` })) }, key)
    case 'batch':
      return world.ask(id, 'mint', { items: hands.map((to) => ({ to, amount: '7' })) }, key)
    case 'mint':
      return world.ask(id, 'mint', { to: hand(claim.who), amount: `${claim.tokens}` }, key)
    case 'burn':
      return world.ask(id, 'burn', { from: hand(claim.who), amount: `${claim.tokens}` }, key)
    case 'move': {
      const move = { from: hand(claim.who), to: hand(claim.who + 1), amount: `${claim.tokens}`, forced: true }
      return world.ask(id, 'transfer', move, key)
    }
    case 'freeze':
      return world.client.patch(`/v1/tokens/${id}/wallets/${hand(claim.who)}`, { frozen: claim.isOn }, key)
    case 'pay': {
      const coupon = (await couponsOf(client)).find(({ index }) => index === claim.index)
      return world.ask(id, `yield/${coupon?.couponId ?? id}/pay`, {}, key)
    }
    default:
      return claim satisfies never
  }
}

/** Empty while a restored backup lacks the bond. */
async function couponsOf({ world, id }: BondClient) {
  const { code, data } = await world.client.get(`/v1/tokens/${id}/yield`)
  return code === 200 ? yieldView.parse(data).coupons : []
}

/** What the cluster has executed of the bond and its coupons, in words. */
async function readExecuted({ world, mint, admin, hands }: BondClient) {
  const { connection } = world.solana
  const nameOf = new Map(
    hands.flatMap((owner, n) => [
      [associatedAccount({ owner, mint, programId: PROGRAMS.token2022 }), `${n}`],
      [associatedAccount({ owner, mint: usdcOf(world), programId: PROGRAMS.token }), `money ${n}`],
    ]),
  )
  const listed = await connection.getSignaturesForAddress(new PublicKey(admin), {}, 'confirmed')
  const done: string[] = []
  for (const { signature, err } of listed) {
    if (err !== null) continue
    const found = await connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    if (!found) continue
    const message = decodeMessage(found.transaction.message.serialize())
    const memos: string[] = []
    for (const { programIndex, accounts, data } of message.instructions) {
      if (message.accountKeys[programIndex] === PROGRAMS.memo) memos.push(Buffer.from(data).toString())
      const [a = '', b = '', c = ''] = accounts.map((index) => nameOf.get(message.accountKeys[index] ?? '') ?? '')
      const units = data.length >= 9 ? Buffer.from(data).readBigUInt64LE(1) : 0n
      if (data[0] === MINT_TO && b) done.push(`mint ${b} ${units / UNIT}`)
      if (data[0] === BURN && a) done.push(`burn ${a} ${units / UNIT}`)
      if (data[0] === TRANSFER_CHECKED && c && a) done.push(`move ${a} ${units / UNIT}`)
      if (data[0] === TRANSFER_CHECKED && c.startsWith('money'))
        done.push(`coupon ${memos.at(-1)?.split(' ').at(-1)} ${c}`)
    }
  }
  return done
}

const usdcOf = (world: SolanaTokenWorld) => world.solana.tokenOf('USDC').mint.toBase58()

/** Each movement that completed is on the cluster once, one that failed is not, and no coupon pays anyone twice. */
export async function judgeExecuted(client: BondClient): Promise<void> {
  const done = await readExecuted(client)
  const rows = await workerCtx().db.select().from(tokenOperations).where(eq(tokenOperations.tokenId, client.id))
  const moves = client.claims.flatMap((claim): (Claim & { call: string })[] => {
    if (claim.what === 'batch') return client.hands.map((_, n) => ({ ...claim, call: `mint ${n} 7` }))
    return 'tokens' in claim ? [{ ...claim, call: `${claim.what} ${claim.who} ${claim.tokens}` }] : []
  })
  for (const call of new Set(moves.map((move) => move.call))) {
    const same = moves.filter((move) => move.call === call)
    const isDone = (move: (typeof moves)[number]) =>
      rows.find(({ id }) => id === move.operationId)?.status === 'COMPLETED'
    // A line of a batch may have been refused while others were not.
    const certain = same.filter((move) => move.refusal === null && isDone(move) && move.what !== 'batch').length
    const possible = same.filter((move) => move.isAccepted).length
    const times = done.filter((one) => one === call).length
    expect([times >= certain, times <= possible], `${call}: ${times} times, of ${certain} to ${possible}`).toEqual([
      true,
      true,
    ])
  }
  const coupons = done.filter((one) => one.startsWith('coupon'))
  expect(coupons.toSorted()).toEqual([...new Set(coupons)].toSorted())
  await judgeBooks(client, coupons.length)
}

async function judgeBooks({ world, id, mint, hands }: BondClient, payments: number): Promise<void> {
  const { db } = workerCtx()
  const lines = await db.select().from(tokenPayoutLines).where(eq(tokenPayoutLines.tokenId, id))
  expect(lines).toHaveLength(payments)
  for (const hand of hands) {
    const paid = lines.filter(({ address }) => address === hand).reduce((sum, line) => sum + line.amountUnits, 0n)
    expect(await world.solana.tokenBalance('USDC', hand)).toBe(paid)
    const isOf = and(eq(tokenWallets.tokenId, id), eq(tokenWallets.address, hand))
    const [row] = await db.select().from(tokenWallets).where(isOf)
    const { units = 0n, isFrozen = false } = (await world.onChain(mint, hand)) ?? {}
    const isNamed = row?.investorId === `${hands.indexOf(hand)}`
    expect([row?.balanceUnits, row?.isFrozen, row?.isRegistered, isNamed]).toEqual([units, isFrozen, true, true])
  }
}
