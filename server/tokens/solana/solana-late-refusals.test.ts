import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '@/server/testing/wallet-client'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld } from './solana-token-world.test-data'

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterAll(() => world.close())

type Token = { id: string; holder: string; other: string }
type Ask = (token: Token) => Promise<Answer>

const mint: Ask = ({ id, holder: to }) => world.ask(id, 'mint', { to, amount: '5' })
const mintMany: Ask = ({ id, holder, other }) =>
  world.ask(id, 'mint', { items: [holder, other].map((to) => ({ to, amount: '5' })) })
const burn: Ask = ({ id, holder: from }) => world.ask(id, 'burn', { from, amount: '5' })
const pause: Ask = ({ id }) => world.ask(id, 'pause')
const remove: Ask = ({ id, holder }) =>
  world.client.delete(`/v1/tokens/${id}/wallets/${holder}`, undefined, randomUUID())
const freeze: Ask = ({ id, holder }) =>
  world.client.patch(`/v1/tokens/${id}/wallets/${holder}`, { frozen: true }, randomUUID())

type Case = { what: string; before?: Ask; first: Ask; late: Ask; code: string; lines?: readonly string[] }
const CASES: readonly Case[] = [
  { what: 'a mint to a wallet that is removed before it', first: remove, late: mint, code: 'not_registered' },
  {
    what: 'lines of which one is to a wallet that is removed before them',
    first: remove,
    late: mintMany,
    code: 'not_registered',
    // The lines succeed or fail together, so the other line is not the reason.
    lines: ['not_registered', 'transaction_failed'],
  },
  { what: 'a mint to a wallet that is frozen before it', first: freeze, late: mint, code: 'frozen' },
  { what: 'a mint of a token that is paused before it', first: pause, late: mint, code: 'paused' },
  { what: 'a second burn of all', before: mint, first: burn, late: burn, code: 'insufficient_balance' },
]

test('a late refusal on Solana is reported with its code for every operation', async () => {
  for (const { what, before, first, late, code, lines = [] } of CASES) {
    const { id } = await world.active(SOLANA_ASSET)
    const token = { id, holder: await world.ownWallet(), other: await world.ownWallet() }
    const wallets = [token.holder, token.other].map((address, n) => ({ address, investorId: `i${n}` }))
    await world.done(id, 'wallets', { wallets })
    if (before) expect((await world.ended(id, await before(token))).status).toBe('COMPLETED')
    // Both are accepted before anything is sent.
    const [one, other] = [await first(token), await late(token)]
    expect([what, one.code, other.code]).toEqual([what, 202, 202])
    expect([what, (await world.ended(id, one)).status]).toEqual([what, 'COMPLETED'])
    const end = await world.ended(id, other)
    expect([what, end.status, end.code]).toEqual([what, 'FAILED', code])
    expect([what, end.items?.map((item) => item.code) ?? []]).toEqual([what, lines])
  }
})
