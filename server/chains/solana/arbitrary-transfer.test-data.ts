import { base58 } from '@scure/base'
import fc from 'fast-check'
import { PROGRAMS } from './programs'
import type { MessageTerms, SolanaTransfer } from './transfer'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))

const u64 = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
const token = fc.record({
  mint: address,
  programId: fc.constantFrom(PROGRAMS.token, PROGRAMS.token2022),
  decimals: fc.nat({ max: 18 }),
})

/** Any transfer between three different addresses, with any terms. */
export const anyTransfer: fc.Arbitrary<{ transfer: SolanaTransfer; terms: MessageTerms }> = fc
  .record({
    people: fc.uniqueArray(address, { minLength: 3, maxLength: 3 }),
    intentId: fc.uuid(),
    token: fc.option(token),
    amountUnits: u64,
    blockhash: address,
    computeUnits: fc.integer({ min: 1, max: 250_000 }),
    microLamportsPerUnit: fc.bigInt({ min: 0n, max: 1_000_000n }),
  })
  .map(({ people: [feePayer = '', fromOwner = '', toOwner = ''], intentId, token, amountUnits, ...terms }) => ({
    transfer: { intentId, feePayer, fromOwner, toOwner, token, amountUnits },
    terms,
  }))
