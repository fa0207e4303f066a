import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commentsIn } from './testing/comments'
import { allSources, isGenerated, isOfSuites, readSource } from './testing/sources'

/** Phrases that comments no longer use, by what to write in their place. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'email, or emails': /\bmails\b|\ba mail\b(?! server)/i,
  'a sentence with a subject':
    /(?:^|[.:;] )(?:Of\b|The same(?:[,.:;]| (?:again|as|at|for|from|if|in|of|to|where|with|without)\b))/,
  'the caller, the owner, any …': /\b(?:who(?:m|so)?ever|anybody|somebody)\b/i,
  again: /\banew\b/i,
  'automatically, separately, or no word': /\bby (?:it|them)sel(?:f|ves)\b/i,
  'is, or replaces': /\b(?:stands?|stood) (?:in for|in the way)\b|\bstands? for\b/i,
  continues: /\b(?:go(?:es)?|going|went) on\b/i,
  'is notified, or gets': /\b(?:are|be|been|is|was|were) told\b/i,
}

/** Phrases that a first reader of the product had to look up. */
const RETIRED_IN_PRODUCT: Readonly<Record<string, RegExp>> = {
  'destination, or recipient': /\breceivers?\b/i,
  'fails, or dropped': /\b(?:gave|give|given|gives) up\b/i,
  manually: /\bby hand\b/i,
  permanently: /\bfor (?:ever|good)\b/i,
  'pending, or in progress': /\bunder way\b|\bon (?:its|their) way\b/i,
  'check, or poll': /\blook(?:ed|s)? (?:again|at)\b/i,
  'no process, no one': /\bnobody\b/i,
  'is not a …': /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|\w+er\b)[a-z]/i,
  'is requested, queried or called': /\b(?:is|are|be|been|was|were) asked\b/i,
  'blocks, or delays': /\b(?:hold|holds) up\b/i,
}
const PRODUCT = /^(?:app|components|db|deploy|front|inngest|packages|registry|schemas|server|signer|transport)\//
const isOfProduct = (file: string) => PRODUCT.test(file) && !isOfSuites(file)

/** Phrases that no comment outside of tests uses. Many began with a clause instead of the thing they describe. */
const RETIRED_OUTSIDE_TESTS: Readonly<Record<string, RegExp>> = {
  'a noun, then what it is':
    /^(?:Those|Whose|Which|Whom|By whom|(?:Since|Until) when|Stands|Puts|Says|Beside|Behind|Told|Asked|Given|Said)\b/,
  'again (not: once more)': /\bonce more\b/i,
  'more expensive': /\bdear(?:er|est)?\b/i,
  'an attacker': /\bthie(?:f|ves)\b/i,
  lowercase: /\bsmall letters\b/i,
  'the reason why': /^Why\b/,
  'the number, the time, the limit': /^How (?:far|long|many|much|often)\b/,
  'does not exist, was removed': /\b(?:is|are|was|were) gone\b/i,
  silently: /\bwithout a word\b/i,
  'documents, invoices': /\bpapers?\b/i,
  'test funds': /\bplay money\b/i,
}
const isOutsideTests = (file: string) => !isOfSuites(file) && !file.startsWith('e2e/')

/** Seeds and secrets are sealed by custody; what these nouns store is encrypted. */
const RETIRED_IN_PLAIN: Readonly<Record<string, RegExp>> = {
  'encrypt, or decrypt': /\b(?:un)?seal(?:ed|s)\b/i,
}
const PLAIN = ['payments', 'sweeps', 'webhooks'].flatMap((noun) => [
  `schemas/${noun}/`,
  `server/${noun}/`,
  `transport/${noun}/`,
])
const isPlain = (file: string) => PLAIN.some((folder) => file.startsWith(folder)) && !isOfSuites(file)

function retiredIn(file: string, source: string): string[] {
  const retired = {
    ...RETIRED,
    ...(isOutsideTests(file) ? RETIRED_OUTSIDE_TESTS : {}),
    ...(isOfProduct(file) ? RETIRED_IN_PRODUCT : {}),
    ...(isPlain(file) ? RETIRED_IN_PLAIN : {}),
  }
  return commentsIn(file, source).flatMap(({ line, text }) => {
    const prose = text.replaceAll(/`[^`]*`/g, '`')
    return Object.keys(retired).flatMap((instead) =>
      retired[instead]?.test(RETIRED[instead] ? text : prose) ? [`${file}:${line}: ${instead}`] : [],
    )
  })
}

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
    '/** There is no key. */',
  ].join('\n')
  expect(retiredIn('planted.tsx', source)).toEqual([
    'planted.tsx:1: a sentence with a subject',
    'planted.tsx:4: a sentence with a subject',
    'planted.tsx:8: automatically, separately, or no word',
    'planted.tsx:9: the caller, the owner, any …',
    'planted.tsx:10: is notified, or gets',
  ])
  expect(retiredIn('planted.sql', "select 'whoever'; -- Counts anew.")).toEqual(['planted.sql:1: again'])
  const plain = '/** `receiver`: the receiver. */'
  expect(retiredIn('server/webhooks/planted.ts', plain)).toEqual([
    'server/webhooks/planted.ts:1: destination, or recipient',
  ])
  expect(retiredIn('server/engine/planted.test.ts', plain)).toEqual([])
  const answer = '/** It is no JSON, and was asked for. */'
  expect(retiredIn('server/api/planted.ts', answer)).toEqual([
    'server/api/planted.ts:1: is not a …',
    'server/api/planted.ts:1: is requested, queried or called',
  ])
  expect(retiredIn('dev/planted.ts', answer)).toEqual([])
  expect(retiredIn('dev/planted.ts', '/** Why the paper is gone. */')).toEqual([
    'dev/planted.ts:1: the reason why',
    'dev/planted.ts:1: does not exist, was removed',
    'dev/planted.ts:1: documents, invoices',
  ])
  const fragment = '/** Those that are sent once more. */'
  expect(retiredIn('components/planted.ts', fragment)).toEqual([
    'components/planted.ts:1: a noun, then what it is',
    'components/planted.ts:1: again (not: once more)',
  ])
  expect(retiredIn('components/planted.test.ts', fragment)).toEqual([])
  const sealed = '/** Its sealed key. */'
  expect(retiredIn('server/webhooks/planted.ts', sealed)).toEqual(['server/webhooks/planted.ts:1: encrypt, or decrypt'])
  expect(retiredIn('server/custody/planted.ts', sealed)).toEqual([])
})
