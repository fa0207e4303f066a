import { expect, test } from 'vitest'
import { type InterfaceText, listInterfaceTexts, textsOf } from './testing/interface-texts'
import { readSource } from './testing/sources'

/**
 * Words that texts for people no longer use, by what to write in their place. The terms are those of docs/glossary.md.
 */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'automatically, or auto-renew': /\b(?:by|of) itself\b/i,
  again: /\banew\b/i,
  'email, or emails': /\bmails\b|\ba mail\b(?! server)|\bmail address/i,
  'the requester, or the original payer': /\bwho(?:m|so)?ever\b/i,
  'transactions, or activity': /\bmovements?\b/i,
  refunded: /\bwent back\b|\bgoes back to\b/i,
  'resets on': /\bfrom zero again\b/i,
  'is, or replaces': /\bstands in\b|\b(?:took|takes) its place\b/i,
  notified: /\b(?:is|are|be|been|was|were) told\b|\btold of\b|\btells? of\b/i,
  request: /\bwish(?:es|ed)?\b/i,
  'unmatched deposit': /\bstrays?\b|\barrivals?\b/i,
  'pending, in progress or started': /\bunder way\b/i,
  queued: /\bon (?:its|their) way\b/i,
  'failed, or canceled': /\b(?:give|gives|given) up\b/i,
  'a second person, or an operator': /\bsomebody\b/i,
  'test funds': /\bplay money\b/i,
  'stuck transactions': /\bstuck heads?\b/i,
  'subscribes to': /\blistens? to\b/i,
  destination: /\breceivers?\b/i,
}

const retiredIn = (texts: readonly InterfaceText[]) =>
  texts.flatMap(({ file, text }) =>
    Object.entries(RETIRED).flatMap(([instead, retired]) => (retired.test(text) ? [{ file, text, instead }] : [])),
  )

const TEXTS = listInterfaceTexts()

test(`${TEXTS.length} texts of pages, guides, messages and documents use the terms of the glossary`, () => {
  expect(TEXTS.length).toBeGreaterThan(3_000)
  const found = retiredIn(TEXTS)
  expect(found).toEqual([])
})

test('a retired word is found wherever people read it, and nowhere else', () => {
  const source = `
    import { wish } from './by-itself'
    /** Renews by itself. */
    const label: 'by itself' = cn('went back')
    const told = isPaid ? 'Renews by itself' : \`\${name} went back\`
    export const Page = () => (
      <Card title="Arrivals" className="on its way" empty={<p>No money is
        under way</p>} />
    )`
  const found = retiredIn(textsOf(source).map((text) => ({ file: 'planted.tsx', text })))
  expect(found.map(({ text }) => text)).toEqual([
    'Renews by itself',
    '… went back',
    'Arrivals',
    'No money is under way',
  ])
})

test('the glossary has at most 60 terms, each once and in order', () => {
  const terms = [...readSource('docs/glossary.md').matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, term = '']) => term)
  const [heading, ...rest] = terms
  expect(heading).toBe('term')
  expect(rest.length).toBeGreaterThan(40)
  expect(rest.length).toBeLessThanOrEqual(60)
  expect(rest).toEqual([...new Set(rest)].toSorted((a, b) => a.localeCompare(b, 'en')))
})
