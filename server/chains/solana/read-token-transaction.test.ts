import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { propertyRuns } from '@/server/testing/proof'
import { readTokenTransaction } from './read-token-transaction'
import { readTokenTransactions } from './read-token-transactions'
import { accountOf, addressOf, anyMovement, type Movement, TOKENS, writeTransaction } from './token-ledger.test-data'
import type { TokenMove } from './token-moves'

const anyTerms = fc.record({ start: fc.constantFrom(0n, 9_000n), isClosed: fc.boolean() })
const movements = fc.array(anyMovement, { minLength: 1, maxLength: 12 })
const movement = (given: Partial<Movement>): Movement => ({
  ...{ token: 'old', what: 'transferChecked', from: 0, to: 1, units: 100n, isInner: false, isRaw: false },
  ...given,
})

/** As the ledger writes it. */
const toEntry = ({ kind, instruction, mint, source, destination, units, feeUnits, ordinal }: TokenMove) => ({
  ...{ kind, instruction, mint, source: source?.account ?? null, destination: destination?.account ?? null },
  ...{ units, feeUnits, ordinal },
})

test('whatever is done, outer or called, in words or in bytes, is what the ledger says', () => {
  fc.assert(
    fc.property(movements, anyTerms, (done, terms) => {
      const { transaction, entries } = writeTransaction(done, terms)
      const { moves, unexplained } = readTokenTransaction(transaction)
      expect(unexplained).toEqual([])
      // Where several transfers of one size or another were charged together, only the sum is known.
      const exact = (n: number) => (moves[n]?.isFeeShared ? { feeUnits: moves[n].feeUnits } : {})
      expect(moves.map(toEntry)).toEqual(entries.map((entry, n) => ({ ...entry, ...exact(n) })))
    }),
    propertyRuns(),
  )
})

const anyRaw = fc
  .record({ token: fc.constantFrom('old' as const, 'charged' as const), done: movements })
  .map(({ token, done }) => {
    const reported = done.map((one) => ({ ...one, token, isRaw: true, isInner: false }))
    const [strange, usual] =
      token === 'old'
        ? (['transferCheckedWithFee', 'transferChecked'] as const)
        : (['transfer', 'transferCheckedWithFee'] as const)
    return reported.map((one): Movement => (one.what === strange ? { ...one, what: usual } : one))
  })
const raw = z.array(z.object({ programId: z.string(), accounts: z.array(z.string()), data: z.string() }))

/** The transaction with its instructions as parts of one; `cut` bytes of it are missing. */
function inBatch({ transaction, meta }: ReturnType<typeof writeTransaction>['transaction'], cut = 0) {
  const parts = raw.parse(transaction.message.instructions)
  const data = parts.flatMap(({ accounts, data: text }) => {
    const bytes = base58.decode(text)
    return [accounts.length, bytes.length, ...bytes]
  })
  const instruction = {
    programId: parts[0]?.programId,
    accounts: parts.flatMap(({ accounts }) => accounts),
    data: base58.encode(Uint8Array.from([255, ...data].slice(0, data.length + 1 - cut))),
  }
  return { transaction: { ...transaction, message: { ...transaction.message, instructions: [instruction] } }, meta }
}

test('a batch is read as what it has in it, each part by a number of its own', () => {
  fc.assert(
    fc.property(anyRaw, (done) => {
      const { transaction, entries } = writeTransaction(done, { start: 9_000n })
      const { moves, unexplained } = readTokenTransaction(inBatch(transaction))
      expect(unexplained).toEqual([])
      const exact = (n: number) => (moves[n]?.isFeeShared ? { feeUnits: moves[n].feeUnits } : {})
      expect(moves.map(toEntry)).toEqual(entries.map((entry, n) => ({ ...entry, ordinal: n * 65_536, ...exact(n) })))
    }),
    propertyRuns(),
  )
})

test('a batch that ends in the middle of a part is nothing that can be read, and is missed in the balances', () => {
  const { transaction } = writeTransaction([movement({ isRaw: true }), movement({ isRaw: true, to: 2 })], {
    start: 9_000n,
  })
  const { moves, unexplained } = readTokenTransaction(inBatch(transaction, 1))
  expect(moves).toEqual([])
  expect(unexplained).toContainEqual({ account: accountOf('old', 0), mint: TOKENS.old.mint })
})

test('what is told makes the balances after of those before, to the unit', () => {
  fc.assert(
    fc.property(movements, anyTerms, (done, terms) => {
      const { transaction, changes } = writeTransaction(done, terms)
      const reported = new Map([...changes.keys()].map((account) => [account, 0n]))
      const add = (account: string | undefined, units: bigint) =>
        account !== undefined && reported.set(account, (reported.get(account) ?? 0n) + units)
      for (const { source, destination, units, feeUnits } of readTokenTransaction(transaction).moves) {
        expect(feeUnits).toBeGreaterThanOrEqual(0n)
        expect(feeUnits).toBeLessThanOrEqual(units)
        add(source?.account, -units)
        add(destination?.account, units - feeUnits)
      }
      expect(reported).toEqual(changes)
    }),
    propertyRuns(),
  )
})

test('a move that the node leaves out is missed in the balances', () => {
  fc.assert(
    fc.property(movements, fc.nat(), (done, drawn) => {
      const own = done.filter(({ token, from, to, units }) => token === 'old' && from !== to && units > 0n)
      fc.pre(own.length > 0)
      const hidden = own[drawn % own.length]
      const terms = { start: 1_000_000n }
      const whole = writeTransaction(done, terms)
      const others = done.filter((one) => one !== hidden)
      const rest = writeTransaction(others, terms)
      const { transaction, meta } = rest.transaction
      const reported = {
        transaction: {
          ...transaction,
          message: { ...transaction.message, accountKeys: whole.transaction.transaction.message.accountKeys },
        },
        meta: {
          ...meta,
          preTokenBalances: whole.transaction.meta.preTokenBalances,
          postTokenBalances: whole.transaction.meta.postTokenBalances,
        },
      }
      expect(readTokenTransaction(reported).unexplained).toContainEqual({
        account: hidden?.what.startsWith('mint') ? accountOf('old', hidden.to) : accountOf('old', hidden?.from ?? 0),
        mint: TOKENS.old.mint,
      })
    }),
    propertyRuns(),
  )
})

describe('the fee of a transfer', () => {
  test('is what did not arrive, where the transfer does not say', () => {
    const { transaction } = writeTransaction([movement({ token: 'charged' })], { start: 500n })
    const [move] = readTokenTransaction(transaction).moves
    // 2.5 % of 100, rounded up.
    expect(move).toMatchObject({ units: 100n, feeUnits: 3n, isFeeShared: false })
  })

  test('of several to one account is shared by their size, and says so unless they are equal', () => {
    const several = (...units: bigint[]) =>
      readTokenTransaction(
        writeTransaction(
          units.map((one) => movement({ token: 'charged', units: one })),
          { start: 5_000n },
        ).transaction,
      ).moves.map(({ feeUnits, isFeeShared }) => [feeUnits, isFeeShared])
    expect(several(100n, 100n)).toEqual([
      [3n, false],
      [3n, false],
    ])
    expect(several(100n, 300n)).toEqual([
      [2n, true],
      [9n, true],
    ])
  })
})

test('an account that is opened and closed within a transaction is told of, though no balance knows it', () => {
  const there = movement({ what: 'transfer', from: 0, to: 1 })
  const back = movement({ what: 'transfer', from: 1, to: 0 })
  const { transaction } = writeTransaction(
    [movement({ what: 'mintTo', to: 0 }), there, back, movement({ what: 'burn' })],
    {
      isClosed: true,
    },
  )
  expect(transaction.meta.postTokenBalances).toEqual([])
  expect(readTokenTransaction(transaction).moves.map(({ mint, kind }) => [kind, mint])).toEqual(
    ['mint', 'transfer', 'transfer', 'burn'].map((kind) => [kind, TOKENS.old.mint]),
  )
})

test('wrapped SOL follows lamports too, and is not held against its balances', () => {
  const native = 'So11111111111111111111111111111111111111112'
  const { transaction } = writeTransaction([movement({ what: 'transferChecked' })], { start: 500n })
  const reported: unknown = JSON.parse(
    JSON.stringify(transaction).replaceAll(TOKENS.old.mint, native).replaceAll('"600"', '"999"'),
  )
  expect(readTokenTransaction(reported)).toMatchObject({ moves: [{ mint: native, units: 100n }], unexplained: [] })
})

describe('of a block', () => {
  const { transaction } = writeTransaction([movement({ what: 'transfer' })], { start: 500n })
  const read = (one: unknown, ...watched: string[]) =>
    readTokenTransactions({ transactions: [one] }, new Set(watched)).flatMap(({ moves }) => moves)

  test('only what has to do with what is watched is read: a mint that stands in balances alone, or an account', () => {
    expect(read(transaction, TOKENS.old.mint)).toHaveLength(1)
    expect(read(transaction, accountOf('old', 1))).toHaveLength(1)
    expect(read(transaction, addressOf('another'))).toEqual([])
  })

  test('what failed is nothing that happened', () => {
    const failed = writeTransaction([movement({})], { start: 500n, err: { InstructionError: [0, { Custom: 1 }] } })
    expect(read(failed.transaction, TOKENS.old.mint)).toEqual([])
  })

  test.each([
    ['no transaction', () => null],
    ['no outcome', () => ({ ...transaction, meta: null })],
    ['not whether it failed', () => JSON.parse(JSON.stringify(transaction).replace('"err":null,', ''))],
    ['no calls', () => ({ ...transaction, meta: { ...transaction.meta, innerInstructions: null } })],
    ['no balances after', () => ({ ...transaction, meta: { ...transaction.meta, postTokenBalances: null } })],
    [
      'calls of an instruction that is not there',
      () => ({ ...transaction, meta: { ...transaction.meta, innerInstructions: [{ index: 9, instructions: [] }] } }),
    ],
    [
      'a transfer without its amount',
      () => JSON.parse(JSON.stringify(transaction).replace('"amount":"100"', '"amount":"many"')),
    ],
  ])('a node that tells %s is not believed', (_what, reported) => {
    expect(() => read(reported(), TOKENS.old.mint)).toThrow(RpcUnavailableError)
  })
})

test('whatever stands where, a transaction is read or the node is not believed', () => {
  const junk = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', -1, 1e99, '0', TOKENS.old.mint))
  fc.assert(
    fc.property(movements, fc.nat(), junk, (done, drawn, put) => {
      const { transaction } = writeTransaction(done, { start: 9_000n })
      let count = 0
      let at = 0
      JSON.stringify(transaction, (_key, value: unknown) => {
        count += 1
        return value
      })
      const spoiled: unknown = JSON.parse(
        JSON.stringify(transaction, (_key, value: unknown) => {
          at += 1
          return at - 1 === drawn % count ? put : value
        }),
      )
      try {
        readTokenTransactions({ transactions: [spoiled] }, new Set([TOKENS.old.mint, accountOf('charged', 1)]))
      } catch (error) {
        expect(error).toBeInstanceOf(RpcUnavailableError)
      }
    }),
    propertyRuns(),
  )
})
