import { expect, test } from 'vitest'
import { importsOf, isOfSuites, sourcesIn } from '@/dev/testing/sources'

const files = sourcesIn('server').filter((file) => !isOfSuites(file))
const known = new Set(files)

/** The files that import one of these, except these themselves. */
function importersOf(...targets: string[]): string[] {
  const wanted = new Set(targets)
  return files
    .filter((file) => !wanted.has(file) && importsOf(file, known).some((target) => wanted.has(target)))
    .toSorted()
}

test('only the signer imports the code that signs transactions', () => {
  const keys = ['sign', 'sign-authorizations', 'sign-solana'].map((name) => `server/custody/${name}.ts`)
  expect(keys.filter((file) => !known.has(file))).toEqual([])
  expect(importersOf(...keys)).toEqual([
    'server/engine/evm/sign-lanes.ts',
    'server/engine/evm/sign-replacements.ts',
    'server/engine/solana/sign-transfers.ts',
  ])
  const signing = ['evm/sign-lanes', 'evm/sign-replacements', 'solana/sign-transfers']
  expect(importersOf(...signing.map((name) => `server/engine/${name}.ts`))).toEqual([
    'server/engine/signing/embedded-signer.ts',
  ])
})
