import { expect, test } from 'vitest'
import { allSources, isGenerated, readSource } from './testing/sources'

/** The width of the formatter, which leaves comments as they are. */
const WIDTH = 120
const COMMENT = /^\s*(?:\{?\/\*|\/\/|\* )|^[^'"`]*[^'"`:\\]\/\/ /
/** Directives of tools stand in one line. */
const DIRECTIVE = /\/\/ (?:biome-ignore|@ts-)/

/** Sources whose templates are code samples. */
const SAMPLES = new Set(['components/guides/verify-webhook.ts'])

/** The numbers of the lines with comments that are too wide. */
function findWide(source: string): number[] {
  return source.split('\n').flatMap((line, index) => {
    const isWide = line.length > WIDTH && COMMENT.test(line) && !DIRECTIVE.test(line)
    return isWide ? [index + 1] : []
  })
}

test(`comments are at most ${WIDTH} columns wide`, () => {
  const files = allSources().filter((file) => !SAMPLES.has(file) && !isGenerated(file))
  expect(files.length).toBeGreaterThan(2_500)
  expect(files.flatMap((file) => findWide(readSource(file)).map((line) => `${file}:${line}`))).toEqual([])
})

test('a comment that is too wide is found in each of its forms', () => {
  const words = 'word '.repeat(WIDTH / 5)
  const source = [
    `/** ${words} */`,
    `  // ${words}`,
    `   * ${words}`,
    `      {/* ${words} */}`,
    `  return total // ${words}`,
    `  // biome-ignore lint/style/noNonNullAssertion: ${words}`,
    `  const text = 'https://${words}'`,
    '  // short',
  ].join('\n')
  expect(findWide(source)).toEqual([1, 2, 3, 4, 5])
})
