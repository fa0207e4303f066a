import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commentsIn } from './testing/comments'
import { allSources, isGenerated, readSource } from './testing/sources'

/** Phrases that comments no longer use, by what to write in their place. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'a sentence with a subject':
    /(?:^|[.:;] )(?:Of\b|The same(?:[,.:;]| (?:again|as|at|for|from|if|in|of|to|where|with|without)\b))/,
  'the caller, the owner, any …': /\b(?:who(?:m|so)?ever|anybody|somebody)\b/i,
  again: /\banew\b/i,
  'automatically, separately, or no word': /\bby (?:it|them)sel(?:f|ves)\b/i,
  'is, or replaces': /\b(?:stands?|stood) (?:in for|in the way)\b|\bstands? for\b/i,
  continues: /\b(?:go(?:es)?|going|went) on\b/i,
  'is notified, or gets': /\b(?:are|be|been|is|was|were) told\b/i,
}

const retiredIn = (file: string, source: string) =>
  commentsIn(file, source).flatMap(({ line, text }) =>
    Object.keys(RETIRED).flatMap((instead) => (RETIRED[instead]?.test(text) ? [`${file}:${line}: ${instead}`] : [])),
  )

test('comments are plain sentences', () => {
  const statements = readdirSync('db').flatMap((name) => (name.endsWith('.sql') ? [`db/${name}`] : []))
  const files = [...allSources().filter((file) => !isGenerated(file)), ...statements]
  expect(files.length).toBeGreaterThan(3_500)
  expect(files.flatMap((file) => retiredIn(file, readSource(file)))).toEqual([])
})

test('a retired phrase is found in each kind of comment, and nowhere else', () => {
  const source = [
    '/** Of the plan: what it grants. */',
    "export const whoever = 'somebody goes on'",
    'const text = `// renewed anew`',
    '/**',
    ' * Renews the plan. The same for',
    ' * a top-up.',
    ' */',
    '  return total // it ends by itself',
    '      {/* Nobody else, but somebody. */}',
    '// One of them that',
    '// is told later.',
    "const url = 'https://example.com/anybody'",
    '/** The same values go to all of them. */',
  ].join('\n')
  expect(retiredIn('planted.tsx', source)).toEqual([
    'planted.tsx:1: a sentence with a subject',
    'planted.tsx:4: a sentence with a subject',
    'planted.tsx:8: automatically, separately, or no word',
    'planted.tsx:9: the caller, the owner, any …',
    'planted.tsx:10: is notified, or gets',
  ])
  expect(retiredIn('planted.sql', "select 'whoever'; -- Counts anew.")).toEqual(['planted.sql:1: again'])
})
