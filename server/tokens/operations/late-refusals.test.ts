import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '@/server/testing/wallet-client'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const LONG = { timeout: 180_000 }

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

async function tokenOfTwo() {
  const { id } = await world.active({ ...PLAIN, maxTokensPerInvestor: 1_000, maxShareholders: 1 })
  const [holder, other] = [await world.newWallet(), await world.newWallet()]
  const wallets = [holder, other].map((address, n) => ({ address, investorId: `i${n}` }))
  await world.done(id, 'wallets', { wallets })
  return { id, holder, other }
}
type Token = Awaited<ReturnType<typeof tokenOfTwo>>
type Ask = (token: Token) => Promise<Answer>

const mint: Ask = ({ id, holder: to }) => world.ask(id, 'mint', { to, amount: '600' })
const mintMany: Ask = ({ id, holder: to }) => world.ask(id, 'mint', { items: [{ to, amount: '600' }] })
const mintOther: Ask = ({ id, other: to }) => world.ask(id, 'mint', { to, amount: '1' })
const mintOtherMany: Ask = ({ id, other: to }) => world.ask(id, 'mint', { items: [{ to, amount: '1' }] })
const burn: Ask = ({ id, holder: from }) => world.ask(id, 'burn', { from, amount: '600' })
const remove: Ask = ({ id, holder }) =>
  world.client.delete(`/v1/tokens/${id}/wallets/${holder}`, undefined, randomUUID())
const freeze: Ask = ({ id, holder }) =>
  world.client.patch(`/v1/tokens/${id}/wallets/${holder}`, { frozen: true }, randomUUID())

const CASES: readonly { what: string; first: Ask; late: Ask; code: string; held?: true }[] = [
  { what: 'a mint to a wallet that is removed before it', first: remove, late: mint, code: 'not_registered' },
  { what: 'lines to a wallet that is removed before them', first: remove, late: mintMany, code: 'not_registered' },
  { what: 'a mint to a wallet that is frozen before it', first: freeze, late: mint, code: 'frozen' },
  { what: 'a mint above what its investor may hold', first: mint, late: mint, code: 'investor_limit' },
  { what: 'lines above what their investor may hold', first: mintMany, late: mintMany, code: 'investor_limit' },
  { what: 'a mint to one holder too many', first: mint, late: mintOther, code: 'holder_limit' },
  { what: 'lines to one holder too many', first: mint, late: mintOtherMany, code: 'holder_limit' },
  {
    what: 'a removal of a wallet that got something before it',
    first: mint,
    late: remove,
    code: 'wallet_holds_tokens',
  },
  { what: 'a second removal', first: remove, late: remove, code: 'not_registered' },
  { what: 'a second burn of all', first: burn, late: burn, code: 'insufficient_balance', held: true },
]

test('a late refusal is reported with its code for every operation', LONG, async () => {
  const asked: { what: string; token: Token; answer: Answer; code: string }[] = []
  const tokens: Token[] = []
  for (const { held } of CASES) {
    const token = await tokenOfTwo()
    if (held) await world.done(token.id, 'mint', { to: token.holder, amount: '600' })
    tokens.push(token)
  }
  await world.chain.holdMining()
  for (const [n, { what, first, late, code }] of CASES.entries()) {
    const token = tokens[n]
    if (!token) throw new Error('each case has a token')
    expect([what, (await first(token)).code]).toEqual([what, 202])
    const answer = await late(token)
    expect([what, answer.code]).toEqual([what, 202])
    asked.push({ what, token, answer, code })
  }
  world.chain.resumeMining()
  const ends = []
  for (const { what, token, answer } of asked) {
    const { status, code, items } = await world.ended(token.id, answer)
    ends.push({ what, status, code, lines: items?.map((item) => item.code) ?? [] })
  }
  expect(ends.map(({ what, status, code }) => [what, status, code])).toEqual(
    asked.map(({ what, code }) => [what, 'FAILED', code]),
  )
  for (const { what, code, lines } of ends) expect([what, lines.every((line) => line === code)]).toEqual([what, true])
})
