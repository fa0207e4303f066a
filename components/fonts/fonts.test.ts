import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Neither family has it. */
const OF_THE_SYSTEM = ['₦']

/** The ranges of the four files: Latin and other letters of the proportional family, then of the monospaced one. */
const ranges = [...readFileSync(join(import.meta.dirname, 'fonts.ts'), 'utf8').matchAll(/'(U\+[^']+)'/g)].map(
  ([, range = '']) => range,
)

test('both families are cut alike, and no character is in two files', () => {
  const [latin = '', other = '', ...mono] = ranges
  expect(mono).toEqual([latin, other])
  expect(spansOf(other).filter(([from, to]) => spansOf(latin).some(([a, b]) => from <= b && a <= to))).toEqual([])
})

test('the texts of the portal need only the files that come with every page', () => {
  const [latin = ''] = ranges
  const files = ['components', 'schemas', 'app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const texts = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test'))
    .map((file) => readFileSync(file, 'utf8'))
  const missing = [...new Set(texts.join(''))].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0x1f && !OF_THE_SYSTEM.includes(character) && !spansOf(latin).some(([a, b]) => a <= code && code <= b)
  })
  expect(missing).toEqual([])
})

/** The first and the last character of each part of a range. */
function spansOf(range: string): [from: number, to: number][] {
  return range.split(', ').map((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}
