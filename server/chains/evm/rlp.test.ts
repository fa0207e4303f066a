import fc from 'fast-check'
import { toRlp } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { encodeRlp, type RlpItem } from './rlp'

/** Lengths at which the form of a prefix changes. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.constantFrom(0, 1, 55, 56, 255, 256, 65_535, 65_536).map((length) => new Uint8Array(length).fill(7)),
)
const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, bytes, fc.array(tie('item'), { maxLength: 6 })),
}))

test('writes what is nested as other encoders do', () => {
  fc.assert(
    fc.property(item, (one) => {
      expect(encodeRlp(one).toString('hex')).toBe(Buffer.from(otherOf(one)).toString('hex'))
    }),
    propertyRuns(),
  )
})

type Mutable = Uint8Array | Mutable[]

function otherOf(one: RlpItem): Uint8Array {
  const copy = (each: RlpItem): Mutable => (each instanceof Uint8Array ? each : each.map(copy))
  return toRlp(copy(one), 'bytes')
}
