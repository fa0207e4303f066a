import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { addressOf } from '@/server/chains/solana/token-ledger.test-data'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { openSolanaDepositWorld } from './deposit-world.test-data'
import { type MoneyMovement, OUTSIDER } from './solana-money.test-data'

const on = openSolanaDepositWorld()
const { follow, rows } = on

const PARTIES = ['alice', 'bob', 'platform', 'outsider', 'another'] as const
const party = fc.constantFrom(...PARTIES)
const units = fc.bigInt({ min: 0n, max: 9_999n })
const anyMove = fc.record({
  do: fc.constantFrom('coins' as const, 'USDC' as const, 'cNGN' as const),
  ...{ from: party, to: party, units, isInner: fc.boolean() },
})
type AnyMove = typeof anyMove extends fc.Arbitrary<infer One> ? One : never
const anyPayment = fc.record({ moves: fc.array(anyMove, { maxLength: 4 }), isFailed: fc.boolean(), payer: party })
const anyStep = fc.record({
  skipped: fc.constantFrom(0, 0, 2),
  payments: fc.array(anyPayment, { maxLength: 3 }),
  trouble: fc.constantFrom('none' as const, 'none' as const, 'missing' as const, 'unlisted' as const),
  isRead: fc.boolean(),
  /** How many of the newest blocks are gone, as after a restart of the cluster. */
  lost: fc.constantFrom(0, 0, 0, 0, 1, 2),
})

/**
 * By hand, and of one asset: what transfers from outside brought where nothing left; else what was left, if the first
 * was from outside.
 */
function owed(moves: readonly AnyMove[], wallet: 'alice' | 'bob'): bigint {
  const arrived = (move: AnyMove) => (move.do === 'cNGN' ? move.units - move.units / 100n : move.units)
  const real = moves.filter(({ from, to, units: moved }) => from !== to && moved > 0n)
  const ins = real.filter((move) => move.to === wallet && arrived(move) > 0n)
  const outs = real.filter((move) => move.from === wallet)
  const isOutside = ({ from }: AnyMove) => from === 'outsider' || from === 'another'
  const total = (some: readonly AnyMove[]) => some.reduce((sum, move) => sum + arrived(move), 0n)
  if (outs.length === 0) return total(ins.filter(isOutside))
  const net = total(ins) - outs.reduce((sum, move) => sum + move.units, 0n)
  return net > 0n && ins[0] && isOutside(ins[0]) ? net : 0n
}

test(
  'whatever happens: confirmed deposits are what came from outside in the blocks that stand, each once',
  async () => {
    const [alice = '', bob = ''] = (await on.walletRows()).map(({ address }) => address)
    const addresses = { alice, bob, platform: on.platform, outsider: OUTSIDER, another: addressOf('another') }
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 16 }), async (steps) => {
        await on.forgetAll()
        on.world.recover()
        on.world.forget(on.world.blocks.length - 1)
        const owedBy = new Map<string, bigint>()
        for (const { skipped, payments, trouble, isRead, lost } of steps) {
          if (on.world.blocks.length > lost + 1) on.world.forget(lost)
          const done = payments.map(({ moves, isFailed, payer }) => {
            const movements = moves.map(({ do: what, from, to, units: moved, isInner }): MoneyMovement => {
              const between = { from: addresses[from], to: addresses[to], units: moved, isInner }
              // Where the fees of two transfers are not said, only both together are known.
              const isFeeSaid = what === 'cNGN'
              return what === 'coins' ? { do: 'coins', ...between } : { do: 'tokens', of: what, isFeeSaid, ...between }
            })
            const one = on.world.pay(movements, { payer: addresses[payer], err: isFailed ? 'AccountInUse' : null })
            const each = (['coins', 'USDC', 'cNGN'] as const).flatMap((what) =>
              (['alice', 'bob'] as const).map((wallet) =>
                owed(
                  moves.filter((move) => move.do === what),
                  wallet,
                ),
              ),
            )
            owedBy.set(one.signature, isFailed ? 0n : each.reduce((sum, part) => sum + part, 0n))
            return one
          })
          const { slot } = on.world.mine({ skipped, done })
          if (trouble !== 'none') on.world[trouble].add(slot)
          if (isRead) await follow().catch((error: unknown) => expect(error).toBeInstanceOf(RpcUnavailableError))
          on.world.recover()
        }
        // Beyond all slots that were ever read.
        on.world.mineMany(10)
        await follow()
        const standing = on.world.blocks.flatMap(({ done }) => done.map(({ signature }) => signature))
        const wanted = standing.map((signature) => [signature, owedBy.get(signature) ?? 0n] as const)
        const confirmed = (await rows()).filter(({ stage }) => stage === 'confirmed')
        const found = standing.map((signature) => {
          const own = confirmed.filter(({ txHash }) => txHash === signature)
          return [signature, own.reduce((sum, { amountUnits }) => sum + amountUnits, 0n)] as const
        })
        expect(found).toEqual(wanted)
        expect(confirmed.every(({ txHash }) => standing.includes(txHash))).toBe(true)
      }),
      propertyRuns(8, 120),
    )
  },
  proofTimeout(240_000),
)
