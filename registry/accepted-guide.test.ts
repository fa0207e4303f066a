import { expect, test } from 'vitest'
import { ACCEPTED } from '@/components/guides/accepted'
import { listGuides } from '@/components/guides/guides'
import { TRANSACTION_STAGES } from '@/schemas/transactions/words'
import { NATIVE_SHORT, TOKEN_SHORT } from '@/server/chains/shortage-texts'
import { figuresOf, shortfallView } from '@/server/money/shortfall'

const guide = listGuides('https://api.example').find(({ id }) => id === 'finality-and-stages')
const text = [...(guide?.paragraphs ?? []), ...(guide?.parts ?? []).flatMap(({ paragraphs }) => paragraphs)].join(' ')

test('the guide explains each stage of a transaction', () => {
  expect(TRANSACTION_STAGES.filter((stage) => !text.includes(`\`${stage}\``))).toEqual([])
})

test('the guide explains a 202 whose wallet is overdrawn, which waits for approval, or is held back', () => {
  for (const word of ['Overdrawn', '`shortfall`', 'Needs approval', '`awaiting_approval`', 'Held back', 'suspended'])
    expect(text).toContain(word)
})

test('the overdrawn record has the text that the engine stores', () => {
  const record = JSON.parse(ACCEPTED.code?.[0]?.code ?? '')
  const shortfall = shortfallView.parse(record.shortfall)
  expect([NATIVE_SHORT, TOKEN_SHORT].map((start) => `${start}: ${figuresOf(shortfall)}`)).toContain(record.error)
})
