import fc from 'fast-check'
import { type Hex, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { bloomOf } from '@/server/chains/evm/bloom'
import type { BlockHead, ChainLog } from '@/server/chains/evm/read-log-range'
import { propertyRuns } from '@/server/testing/proof'
import { type Judgement, judgeRange } from './judge-range'

const OURS: Hex[] = [1, 2].map((n) => toHex(n, { size: 20 }))
const TOPICS: Hex[] = [1, 2].map((n) => toHex(n, { size: 32 }))
const FOREIGN = toHex(99, { size: 20 })
const FIRST = 10n
const hashOf = (number: bigint, fork = 0) => keccak256(toHex(`${number} ${fork}`))

type Drawn = { isOurs: boolean; which: number }[][]
const anyChain = fc.array(fc.array(fc.record({ isOurs: fc.boolean(), which: fc.nat(1) }), { maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
})

/** Blocks with these logs, as an honest node reports them. */
function honest(blocks: Drawn) {
  const all = blocks.map((logs, n) =>
    logs.map(
      ({ isOurs, which }, logIndex): ChainLog => ({
        address: isOurs ? (OURS[which] ?? '0x') : FOREIGN,
        topics: [TOPICS[which] ?? '0x'],
        data: '0x',
        blockNumber: FIRST + BigInt(n),
        blockHash: hashOf(FIRST + BigInt(n)),
        transactionHash: keccak256(toHex(`${n} ${logIndex}`)),
        logIndex,
        removed: false,
      }),
    ),
  )
  const heads = all.map((logs, n): BlockHead => {
    const number = FIRST + BigInt(n)
    return { number, hash: hashOf(number), parentHash: hashOf(number - 1n), logsBloom: bloomOf(logs), timestamp: 1n }
  })
  const logs = all.flat().filter(({ address }) => OURS.includes(address))
  const last = FIRST + BigInt(blocks.length) - 1n
  const after = { head: FIRST - 1n, hash: hashOf(FIRST - 1n) }
  return { after, first: FIRST, last, heads, logs, filter: { addresses: OURS, topics: TOPICS } }
}
const verdictOf = (judgement: Judgement) => judgement.verdict

test('an honest answer is sound, and no block is beyond doubt that holds anything', () => {
  fc.assert(
    fc.property(anyChain, (blocks) => {
      const range = honest(blocks)
      const judgement = judgeRange(range)
      expect(judgement).toMatchObject({ verdict: 'valid', heads: range.heads })
      const doubtful = judgement.verdict === 'valid' ? judgement.doubtful.map(({ hash }) => hash) : []
      for (const { blockHash } of range.logs) expect(doubtful).toContain(blockHash)
    }),
    propertyRuns(),
  )
})

test('a node that leaves all logs of a block out is never believed without a second look', () => {
  fc.assert(
    fc.property(anyChain, fc.nat(), (blocks, drawn) => {
      const range = honest(blocks)
      const hidden = range.logs[drawn % Math.max(1, range.logs.length)]?.blockHash
      fc.pre(hidden !== undefined)
      const judgement = judgeRange({ ...range, logs: range.logs.filter(({ blockHash }) => blockHash !== hidden) })
      expect(judgement.verdict === 'valid' && judgement.doubtful.map(({ hash }) => hash)).toContain(hidden)
    }),
    propertyRuns(),
  )
})

test('any header of another chain makes the range unsound, or parted where it is the first', () => {
  fc.assert(
    fc.property(anyChain, fc.nat(), (blocks, drawn) => {
      const range = honest(blocks)
      const at = drawn % range.heads.length
      const heads = range.heads.map((head, n) => (n === at ? { ...head, parentHash: hashOf(head.number, 7) } : head))
      expect(verdictOf(judgeRange({ ...range, heads }))).toBe(at === 0 ? 'reorged' : 'contradictory')
      const gone = range.heads.map((head, n) => (n === at ? null : head))
      expect(judgeRange({ ...range, heads: gone })).toEqual({ verdict: 'contradictory', why: 'a block is missing' })
      expect(verdictOf(judgeRange({ ...range, heads: range.heads.slice(1) }))).toBe('contradictory')
    }),
    propertyRuns(),
  )
})

test('without a block read before, the first one is taken as it is', () => {
  expect(verdictOf(judgeRange({ ...honest([[]]), after: { head: FIRST - 1n, hash: null } }))).toBe('valid')
})

const oneLog = honest([[{ isOurs: true, which: 0 }], []])
const [log] = oneLog.logs
if (!log) throw new Error('the example has no log')
test.each<[string, Partial<ChainLog>[], string]>([
  ['of another block', [{ blockHash: hashOf(77n) }], 'a log is of another block'],
  ['whose number is not its block’s', [{ blockNumber: FIRST + 1n }], 'a log is of another block'],
  ['that was taken back', [{ removed: true }], 'a log was taken back'],
  ['of a contract nobody asked for', [{ address: FOREIGN }], 'a log is one that was not requested'],
  ['of an event nobody asked for', [{ topics: [toHex(3, { size: 32 })] }], 'a log is one that was not requested'],
  ['without topics', [{ topics: [] }], 'a log is one that was not requested'],
  ['that came twice', [{}, {}], 'a log came twice'],
])('a log %s makes the answer unsound', (_what, changes, why) => {
  const logs = changes.map((change) => ({ ...log, ...change }))
  expect(judgeRange({ ...oneLog, logs })).toEqual({ verdict: 'contradictory', why })
})
