import fc from 'fast-check'
import { type Hex, keccak256, parseTransaction, serializeTransaction, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { isNonceTaken } from './is-nonce-taken'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)

type Wanted = { nonce: number; chainId: number; value: bigint; by: typeof account }

function sign({ nonce, chainId, value, by }: Wanted): Promise<Hex> {
  const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, gas: 21_000n }
  return by.signTransaction({ type: 'eip1559', chainId, nonce, to: stranger.address, value, ...fees })
}

/** The transaction with the equivalent high-s signature, which no chain accepts. */
function twinOf(raw: Hex): Hex {
  const { s = '0x0', r = '0x0', yParity = 0, ...read } = parseTransaction(raw as `0x02${string}`)
  return serializeTransaction(read, { r, s: toHex(ORDER - BigInt(s), { size: 32 }), yParity: yParity === 1 ? 0 : 1 })
}

const rowOf = (raw: Hex, { nonce }: { nonce: number }) => ({
  ...{ address: account.address, nonce, takenBy: raw.slice(2), takenHash: keccak256(raw) },
})

test('a nonce is taken only by what its wallet signed for it on this chain', async () => {
  const nonces = fc.integer({ min: 0, max: 2 ** 31 })
  await fc.assert(
    fc.asyncProperty(
      nonces,
      nonces,
      fc.integer({ min: 1, max: 10 ** 6 }),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      async (nonce, other, chainId, value) => {
        const raw = await sign({ nonce, chainId, value, by: account })
        expect(await isNonceTaken(rowOf(raw, { nonce }), chainId)).toBe(true)
        expect(await isNonceTaken(rowOf(raw, { nonce }), chainId + 1)).toBe(false)
        expect(await isNonceTaken(rowOf(raw, { nonce: other }), chainId)).toBe(other === nonce)
        expect(await isNonceTaken(rowOf(twinOf(raw), { nonce }), chainId)).toBe(false)
        expect(await isNonceTaken({ ...rowOf(raw, { nonce }), takenHash: `0x${'ab'.repeat(32)}` }, chainId)).toBe(false)
        expect(await isNonceTaken(rowOf(await sign({ nonce, chainId, value, by: stranger }), { nonce }), chainId)).toBe(
          false,
        )
      },
    ),
    propertyRuns(20, 500),
  )
})

test('bytes that are no transaction, or none, take no nonce', async () => {
  for (const takenBy of [null, '', '02', 'ff'.repeat(40)])
    expect(await isNonceTaken({ address: account.address, nonce: 0, takenBy, takenHash: '0x00' }, 1)).toBe(false)
})
