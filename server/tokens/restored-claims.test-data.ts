import { randomUUID } from 'node:crypto'
import { type Address, parseUnits } from 'viem'
import { expect } from 'vitest'
import { operationView } from '@/schemas/tokens/operations/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { isRecovering } from '@/server/recovery/is-recovering'
import { first } from '@/server/testing/first'
import type { Answer } from '@/server/testing/wallet-client'
import { bondOfManyHands, newHands, readIssued } from './open-thief.test-data'
import type { Bond, Hand } from './thief-world.test-data'
import type { TokenWorld } from './token-world.test-data'

const PAYMENT_DECIMALS = 6
/** What each hand gets of a batch; a single mint has another amount. */
export const BATCH_TOKENS = 5
/** The face value of one token, and at most the interest of a period. */
const PRINCIPAL_AND_INTEREST = 104_000_000n

type Wanted =
  | { what: 'issue' }
  | { what: 'register' }
  | { what: 'batch' }
  | { what: 'call' }
  | { what: 'mint' | 'burn'; who: number; tokens: number }
  | { what: 'freeze'; who: number; isOn: boolean }
  | { what: 'pay'; index: number }

/** What a client asks for under one key. */
export type Claim = Wanted & {
  key: string
  /** Whether it was ever accepted, whatever a restored backup knows of it. */
  isAccepted: boolean
  /** The operation that the last answer names. */
  operationId: string | null
  /** The last refusal. */
  refusal: string | null
}

/** A client with a bond, over restores of the platform. */
export type Client = {
  world: TokenWorld
  hands: readonly Hand[]
  admin: Address
  body: Awaited<ReturnType<typeof bondOfManyHands>>
  firstBlock: bigint
  bond: Bond | null
  claims: Claim[]
  /** Whether a person cancelled a transaction. */
  isCancelled: boolean
}

export async function newClient(world: TokenWorld): Promise<Client> {
  const firstBlock = await world.chain.rpc.getBlockNumber({ cacheTime: 0 })
  const hands = (await newHands(world)).slice(0, 3)
  const admin = await world.newWallet()
  return {
    world,
    hands,
    admin,
    body: await bondOfManyHands(world),
    firstBlock,
    bond: null,
    claims: [],
    isCancelled: false,
  }
}

export async function askNew(client: Client, wanted: Wanted): Promise<void> {
  if (await isRecovering()) return
  const claim = { ...wanted, key: randomUUID(), isAccepted: false, operationId: null, refusal: null }
  client.claims.push(claim)
  await ask(client, claim)
}

/** The client pays the first coupon that it finds unpaid. */
export async function payNext(client: Client): Promise<void> {
  const coupon = (await couponsOf(client)).find(({ status }) => status === 'RECORDED' || status === 'DEFAULTED')
  if (!coupon || (await isRecovering())) return
  await fund(client, parseUnits(coupon.amountPerToken, PAYMENT_DECIMALS))
  await askNew(client, { what: 'pay', index: coupon.index })
}

export async function askForCall(client: Client): Promise<void> {
  if (await isRecovering()) return
  await fund(client, PRINCIPAL_AND_INTEREST)
  await askNew(client, { what: 'call' })
}

/** Gives the tokenAdmin the money for one payment to all holders, and not for a second one. */
async function fund({ world, admin, claims, hands }: Client, unitsPerToken: bigint): Promise<void> {
  const minted = claims.filter(({ isAccepted }) => isAccepted)
  const tokens = minted.reduce((sum, claim) => {
    if (claim.what === 'batch') return sum + BATCH_TOKENS * hands.length
    return sum + (claim.what === 'mint' ? claim.tokens : 0)
  }, 0)
  // The amount of one token is rounded down.
  const missing = BigInt(tokens) * (unitsPerToken + 1n) - (await world.paidTo(admin))
  if (missing > 0n) await world.fund(admin, missing)
}

/** The client does not know what the platform has forgotten: it asks again for all that was not refused at first. */
export async function repeatAll(client: Client): Promise<void> {
  for (const claim of client.claims) if (claim.isAccepted || claim.refusal === null) await ask(client, claim)
}

async function ask(client: Client, claim: Claim): Promise<void> {
  await client.world.client.signInAgain()
  const answer = await send(client, claim)
  // After a recovery a payment waits until the index has read what the contract has done.
  if (answer.code === 503) return expect(answer.refusal).toBe('recovering')
  expect(answer.code, answer.message).toBeLessThan(500)
  claim.refusal = answer.code < 300 ? null : `${answer.code} ${answer.refusal}: ${answer.message}`
  if (claim.refusal !== null) return
  claim.isAccepted = true
  if (claim.what !== 'issue') claim.operationId = operationView.parse(answer.data).operationRef
  else takeIssued(client, answer)
}

/** A repeated request is answered with the token of the first. */
function takeIssued(client: Client, answer: Answer): void {
  const { tokenId: id, contract } = readIssued(answer)
  expect([id, contract]).toEqual([client.bond?.id ?? id, client.bond?.contract ?? contract])
  client.bond = { id, contract, firstBlock: client.firstBlock }
}

async function send(client: Client, claim: Claim): Promise<Answer> {
  const { world, admin, body, hands } = client
  const { key } = claim
  if (claim.what === 'issue') return world.issue({ ...body, tokenAdmin: admin }, key)
  const { id } = bondOf(client)
  const addressOf = (who: number) => first(hands.slice(who)).address
  switch (claim.what) {
    case 'register': {
      const wallets = hands.map(({ address, investorId }) => ({ address, investorId }))
      return world.ask(id, 'wallets', { wallets }, key)
    }
    case 'batch': {
      const items = hands.map(({ address: to }) => ({ to, amount: `${BATCH_TOKENS}` }))
      return world.ask(id, 'mint', { items }, key)
    }
    case 'mint':
      return world.ask(id, 'mint', { to: addressOf(claim.who), amount: `${claim.tokens}` }, key)
    case 'burn':
      return world.ask(id, 'burn', { from: addressOf(claim.who), amount: `${claim.tokens}` }, key)
    case 'freeze':
      return world.client.patch(`/v1/tokens/${id}/wallets/${addressOf(claim.who)}`, { frozen: claim.isOn }, key)
    case 'pay': {
      const coupon = (await couponsOf(client)).find(({ index }) => index === claim.index)
      return world.ask(id, `yield/${coupon?.couponId ?? id}/pay`, {}, key)
    }
    case 'call':
      return world.ask(id, 'call', {}, key)
    default:
      return claim satisfies never
  }
}

export async function couponsOf({ world, bond }: Client) {
  if (!bond) return []
  const { code, data } = await world.client.get(`/v1/tokens/${bond.id}/yield`)
  return code === 200 ? yieldView.parse(data).coupons : []
}

export function bondOf({ bond }: Client): Bond {
  if (!bond) throw new Error('the bond was not issued')
  return bond
}
