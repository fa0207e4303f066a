import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { accountOf, anyMovement, TOKENS } from '@/server/chains/solana/token-ledger.test-data'
import { propertyRuns } from '@/server/testing/proof'
import { CLUSTER, MINT, move, openSolanaFollowWorld } from './solana-follow-world.test-data'

// A busy machine needs longer limits.
const on = openSolanaFollowWorld()
const { subscribe, follow, sent, idsSent, subscriptionOf } = on

const ALL = ['transfer', 'mint', 'burn']
const ids = (mint = MINT) => on.world.ledger.filter((entry) => entry.mint === mint).map(({ id }) => id)

test('a token movement is sent with every field of the specification', async () => {
  const id = await subscribe({ events: ['transfer'] })
  const account = await subscribe({ contractAddress: accountOf('charged', 1), events: ALL })
  const done = on.world.do([move({ isInner: true }), move({ token: 'charged', what: 'transferChecked' })])
  const { slot, hash } = on.world.mine({ skipped: 3, done: [done] })
  await follow()
  const [from, to] = [accountOf('old', 0), accountOf('old', 1)]
  expect((await sent(id)).map(({ payload }) => payload)).toEqual([
    {
      id: `${done.signature}:2`,
      network: 'SOL',
      contractAddress: MINT,
      eventType: 'transfer',
      transactionHash: done.signature,
      blockNumber: slot,
      from: `owner of ${from}`,
      to: `owner of ${to}`,
      amount: '100',
      status: 'success',
      timestamp: (1_700_000_000 + slot) * 1_000,
      decoded: {
        ...{ program: 'spl-token', instruction: 'transferChecked', mint: MINT, decimals: '6' },
        ...{ source: from, sourceOwner: `owner of ${from}`, destination: to, destinationOwner: `owner of ${to}` },
        ...{ authority: expect.any(String), amount: '100', fee: '0' },
      },
      chainId: CLUSTER,
      blockHash: hash,
      subscriptionId: id,
    },
  ])
  const [charged, ...others] = await sent(account)
  expect(others).toEqual([])
  expect(charged?.payload).toMatchObject({ amount: '97', decoded: { amount: '100', fee: '3' }, eventType: 'transfer' })
})

const anyBlock = fc.record({
  skipped: fc.constantFrom(0, 0, 0, 1, 4),
  done: fc.array(fc.record({ movements: fc.array(anyMovement, { maxLength: 4 }), isFailed: fc.boolean() }), {
    maxLength: 3,
  }),
})
/** A fault of the node during the read. */
const anyTrouble = fc.record({
  what: fc.constantFrom(
    'unlisted' as const,
    'missing' as const,
    'null' as const,
    'bare' as const,
    'no outcome' as const,
  ),
  at: fc.nat(),
})

test('whatever the node does, every movement is sent once, in order, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ block: anyBlock, trouble: fc.option(anyTrouble) }), { minLength: 4, maxLength: 25 }),
      async (steps) => {
        await on.forgetAll()
        on.world.recover()
        on.world.forget(on.world.blocks.length - 1)
        const mint = await subscribe({ events: ALL })
        const account = await subscribe({ contractAddress: accountOf('charged', 1), events: ALL })
        const moves = await subscribe({ contractAddress: TOKENS.newer.mint, events: ['transfer'] })
        for (const { block, trouble } of steps) {
          const failed = { InstructionError: [0, 'Custom'] }
          const done = block.done.map(({ movements, isFailed }) =>
            on.world.do(movements, { err: isFailed ? failed : null }),
          )
          on.world.mine({ skipped: block.skipped, done })
          if (!trouble) continue
          upset(trouble)
          await follow().catch((error: unknown) => expect(error).toBeInstanceOf(RpcUnavailableError))
          on.world.recover()
        }
        await follow()
        const { ledger } = on.world
        const touching = ({ source, destination }: (typeof ledger)[number]) =>
          [source, destination].includes(accountOf('charged', 1))
        expect(await idsSent(mint)).toEqual(ids())
        expect(await idsSent(account)).toEqual(ledger.filter(touching).map(({ id }) => id))
        expect(await idsSent(moves)).toEqual(ids(TOKENS.newer.mint))
        const kinds = ledger.filter((entry) => entry.mint === MINT).map(({ kind, units }) => [kind, units.toString()])
        expect((await sent(mint)).map(({ payload }) => [payload.eventType, payload.amount])).toEqual(kinds)
      },
    ),
    propertyRuns(8, 100),
  )
})

function upset({ what, at }: { what: string; at: number }): void {
  const { blocks, unlisted, missing, said } = on.world
  const slot = blocks[at % blocks.length]?.slot ?? 0
  if (what === 'unlisted') unlisted.add(slot)
  if (what === 'missing') missing.add(slot)
  if (what === 'null') said.set(slot, () => null)
  if (what === 'bare') said.set(slot, (block) => ({ ...block, transactions: null }))
  if (what === 'no outcome')
    said.set(slot, (block) => ({ ...block, ...('transactions' in block && { transactions: [{ meta: null }] }) }))
}

test('more than a thousand transactions between two reads are all reported', async () => {
  const id = await subscribe()
  const many = (count: number) => Array.from({ length: count }, () => on.world.do([move()]))
  on.world.mine({ done: many(1_100) })
  on.world.mineMany(3)
  on.world.mine({ done: many(900) })
  await follow()
  expect(await idsSent(id)).toEqual(ids())
  expect(ids()).toHaveLength(2_000)
})

test('any number of slots without blocks is skipped', async () => {
  const id = await subscribe()
  on.world.mine({ done: [on.world.do([move()])] })
  on.world.mine({ skipped: 5_000, done: [on.world.do([move()])] })
  on.world.mine({ skipped: 7 })
  await follow()
  expect(await idsSent(id)).toEqual(ids())
  on.world.mine({ done: [on.world.do([move()])] })
  await follow()
  expect(await idsSent(id)).toEqual(ids())
})

test('a balance change that no instruction explains is counted, and stops nothing', async () => {
  const id = await subscribe()
  const other = await subscribe({ contractAddress: TOKENS.newer.mint })
  const done = on.world.do([move(), move({ token: 'newer' })])
  const balances = done.transaction.meta.postTokenBalances
  for (const { mint, uiTokenAmount } of balances) if (mint === MINT) uiTokenAmount.amount += '0'
  on.world.mine({ done: [done] })
  await follow()
  expect(await idsSent(id)).toHaveLength(1)
  expect(await subscriptionOf(id)).toMatchObject({ undecodableCount: 1 })
  expect(await subscriptionOf(other)).toMatchObject({ undecodableCount: 0 })
})

test('after a cluster restarted from an old state, the events it lost are reverted', async () => {
  const id = await subscribe()
  on.world.mineMany(3)
  await follow()
  on.world.mine({ done: [on.world.do([move()])] })
  await follow()
  await on.deliver()
  on.world.forget(1)
  on.world.mine({ done: [on.world.do([move({ units: 7n })])] })
  on.world.mineMany(2)
  await follow()
  expect((await sent(id)).map(({ payload }) => [payload.amount, payload.status])).toEqual([
    ['100', 'success'],
    ['100', 'reverted'],
    ['7', 'success'],
  ])
})
