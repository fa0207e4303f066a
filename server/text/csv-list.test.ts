import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { csvList } from './csv-list'

const NOW = new Date('2026-11-27T00:00:00.000Z')
const next = { at: NOW.toISOString(), id: '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71' }

test('every row of every part is written once, and the last line counts them', async () => {
  const part = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
      let asked = 0
      const read = async () => ({ items: parts[asked] ?? [], next: ++asked < parts.length ? next : null })
      let text = ''
      for await (const piece of csvList({ names: ['Name'], toCells: (row) => [row], read, now: () => NOW }))
        text += piece
      const all = parts.flat()
      const lines = ['\uFEFFName', ...all, `${all.length} rows,2026-11-27T00:00:00.000Z`, '']
      expect(text).toBe(lines.join('\r\n'))
    }),
    propertyRuns(50),
  )
})
