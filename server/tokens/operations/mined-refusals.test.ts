import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { encodeFunctionData, getAddress, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yieldTokenAbi as abi } from '@/contracts/generated/yield-token'
import { transactions } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { workerCtx } from '@/server/ctx'
import type { Answer } from '@/server/testing/wallet-client'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const LONG = { timeout: 180_000 }
const UNIT = 1_000_000n
const COINS = 10n ** 18n

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

/** A token with two holders, of 600 and 500, and a third registered wallet. No investor may hold above 1,000. */
async function tokenOfThree() {
  const { id, contractAddress } = await world.active({ ...PLAIN, maxTokensPerInvestor: 1_000 })
  const [giver, sender, taker] = [await world.newWallet(), await world.newWallet(), await world.newWallet()]
  const wallets = [giver, sender, taker].map((address, n) => ({ address, investorId: `i${n}` }))
  await world.done(id, 'wallets', { wallets })
  const items = [
    { to: giver, amount: '600' },
    { to: sender, amount: '500' },
  ]
  await world.done(id, 'mint', { items })
  // A top-up would have to be mined first.
  for (const address of [world.admin, giver, sender]) await world.chain.test.setBalance({ address, value: COINS })
  return { id, contract: getAddress(contractAddress), giver, sender, taker }
}
type Token = Awaited<ReturnType<typeof tokenOfThree>>

/** The giver gives all to the taker, in the next block in front of everything that the platform has sent. */
async function giveFirst({ contract, giver, taker }: Token): Promise<void> {
  const { test: node, rpc } = world.chain
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [taker, 600n * UNIT] })
  await node.impersonateAccount({ address: giver })
  await rpc.sendTransaction({
    ...{ account: giver, chain: null, to: contract, data, gas: 500_000n },
    ...{ maxFeePerGas: parseGwei('900'), maxPriorityFeePerGas: parseGwei('500') },
  })
  await node.stopImpersonatingAccount({ address: giver })
}

async function isBroadcast(answers: readonly Answer[]): Promise<boolean> {
  const ids = answers.flatMap(({ data }) => operationView.parse(data).transactionIds)
  const rows = await workerCtx().db.select().from(transactions).where(inArray(transactions.id, ids))
  return rows.length > 0 && rows.every(({ stage }) => stage === 'broadcast')
}

async function untilBroadcast(answers: readonly Answer[]): Promise<void> {
  const isThere = async () => {
    await world.turn()
    return isBroadcast(answers)
  }
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
}

type Case = { what: string; ask: (token: Token) => Promise<Answer>; code: string; lines?: string[] }
const CASES: Case[] = [
  {
    what: 'a transfer to an investor who received too much before it',
    ask: ({ id, sender: from, taker: to }) => world.ask(id, 'transfer', { from, to, amount: '500' }),
    code: 'investor_limit',
  },
  {
    what: 'a burn of what its holder sent away before it',
    ask: ({ id, giver: from }) => world.ask(id, 'burn', { from, amount: '600' }),
    code: 'insufficient_balance',
  },
  {
    what: 'a forced transfer of what its holder sent away before it',
    ask: ({ id, giver: from }) => world.ask(id, 'transfer', { from, to: world.admin, amount: '600', forced: true }),
    code: 'insufficient_balance',
  },
  {
    what: 'a mint to an investor who received too much before it',
    ask: ({ id, taker: to }) => world.ask(id, 'mint', { to, amount: '450' }),
    code: 'investor_limit',
  },
  {
    what: 'lines to an investor who received too much before them',
    ask: ({ id, taker: to }) =>
      world.ask(id, 'mint', { items: [1, 2].map((amount) => ({ to, amount: `${448 + amount}` })) }),
    code: 'investor_limit',
    lines: ['investor_limit', 'investor_limit'],
  },
  {
    what: 'a removal of a wallet that received tokens before it',
    ask: ({ id, taker }) => world.client.delete(`/v1/tokens/${id}/wallets/${taker}`, undefined, randomUUID()),
    code: 'wallet_holds_tokens',
    lines: ['wallet_holds_tokens'],
  },
]

test('what is sent already and refused in its block is reported with its code, for every operation', LONG, async () => {
  const token = await tokenOfThree()
  const [third, fourth] = [await world.newWallet(), await world.newWallet()]
  await world.chain.holdMining()
  const answers: Answer[] = []
  for (const { what, ask } of CASES) {
    const answer = await ask(token)
    expect([what, answer.code]).toEqual([what, 202])
    answers.push(answer)
  }
  const first = await world.ask(token.id, 'wallets', { address: third, investorId: 'i7' })
  const wallets = [third, fourth].map((address) => ({ address, investorId: 'i8' }))
  const late = await world.ask(token.id, 'wallets', { wallets })
  await untilBroadcast([...answers, first, late])
  await giveFirst(token)
  world.chain.resumeMining()
  for (const [n, { what, code, lines = [] }] of CASES.entries()) {
    const answer = answers[n]
    if (!answer) throw new Error('each case has an answer')
    const { status, items = [], ...end } = await world.ended(token.id, answer)
    expect([what, status, end.code, items.map((item) => item.code)]).toEqual([what, 'FAILED', code, lines])
  }
  expect((await world.ended(token.id, first)).status).toBe('COMPLETED')
  const { status, items } = await world.ended(token.id, late)
  // Each line of a registration has its own code.
  expect([status, items?.map((item) => item.code)]).toEqual(['COMPLETED', ['wallet_taken', null]])
})
