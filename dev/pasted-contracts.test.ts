import { expect, test } from 'vitest'
import { allSources, isGenerated, readSource, sourcesIn } from './testing/sources'

/** Sources that read signatures of contracts which are not ours to know. */
const ALLOWED: Readonly<Record<string, string>> = {
  'components/contracts/contract-body.test.ts': 'what customers declare',
  'components/contracts/read-abi.test.ts': 'what customers declare',
  'components/guides/contracts-guide.ts': 'an example for customers',
  'components/guides/events-guide.ts': 'an example for customers',
  'components/indexer/event-fields.tsx': 'an example for customers',
  'components/policies/method-selector.ts': 'a signature that a person typed',
  'contracts/delegate-strangers.test.ts': 'what strangers call',
  'contracts/generate.test.ts': 'what the compiler makes, known otherwise',
  'dev/pasted-contracts.test.ts': 'the examples below',
  'e2e/portal/contract-calls.e2e.ts': 'what customers declare',
  'e2e/portal/events.e2e.ts': 'what customers ask for',
  'e2e/portal/make-activity.ts': 'what customers ask for',
  'schemas/contracts/contract.ts': 'an example for the reference',
  'schemas/transactions/declared-call.ts': 'an example for the reference',
  'server/abi/encode-call.test.ts': 'what customers declare',
  'server/abi/require-errors.ts': 'an example of what customers declare',
  'server/abi/read-function.ts': 'a declaration that a customer wrote',
  'server/api/cross-tenant-wallets.test-data.ts': 'what customers declare',
  'server/chains/evm/revert-reason.test.ts': 'what customers declare',
  'server/contracts/contracts.test.ts': 'what customers declare',
  'server/contracts/reads.test-data.ts': 'what customers declare',
  'server/messages/judge-message.ts': 'methods of EIP-3009, which no contract of ours has',
  'server/testing/examples.ts': 'what customers declare',
  'server/indexer/catalog/any-event.test-data.ts': 'events that nobody wrote',
  'server/indexer/catalog/decode-log.test.ts': 'events that nobody wrote',
  'server/indexer/catalog/encoded-logs.test-data.ts': 'what customers ask for, and logs of it',
  'server/indexer/catalog/match-declared.test.ts': 'what customers ask for',
  'server/indexer/catalog/match-log.test.ts': 'what customers ask for, and logs of it',
  'schemas/indexer/catalog/contract.ts': 'an example for the reference',
  'schemas/indexer/contract.ts': 'an example for the reference',
  'server/indexer/subscriptions/subscription-input.test.ts': 'what customers ask for',
  'server/indexer/subscriptions/subscription-world.test-data.ts': 'what customers ask for',
  'server/sweeps/flagged-model.test.ts': 'what customers declare',
  'server/text/parse-event-signature.test.ts': 'what customers write',
  'server/text/parse-event-signature.ts': 'a signature that a customer wrote',
  'server/wallets/balances/balances.test.ts': 'a chain that nobody deployed Multicall3 on',
}

/** A contract that was copied into a source instead of imported from contracts/generated. */
const PASTED: Readonly<Record<string, RegExp>> = {
  'an ABI': /\bstateMutability\b|\binputs['"]?:\s*\[/,
  'an ABI of signatures': /\bparseAbi\w*\(|['"`](?:function|event|error|constructor) +\w*\([^'"`]*\)/,
  'a library’s ABI': /\b(?:erc20|erc721|erc1155|erc4626|multicall3)Abi\b[^;]*?\bfrom 'viem'/,
  'a signature to hash': /\bto(?:Function|Event)(?:Selector|Hash)\(\s*['"`]/,
  bytecode: /\bbytecode:\s*['"`]0x|['"`](?:0x)?[0-9a-fA-F]{140,}['"`]/i,
}

/** Suites may say what they expect to see. */
const EXPECTS = /\.(?:test|e2e)\.tsx?$/
const SELECTOR = /['"`]0x[0-9a-f]{8}['"`]/i

const generated = sourcesIn('contracts').filter(isGenerated)
const KNOWN = new Set(
  generated.flatMap((file) =>
    [...readSource(file).matchAll(/: '0x([0-9a-f]{8}|[0-9a-f]{64})'/g)].map(([, digits = '']) => digits),
  ),
)

/** The contract code that is pasted into a source, by name. */
function findPasted(file: string, text: string): string[] {
  const patterns = Object.entries(PASTED).filter(([, pattern]) => pattern.test(text))
  const literals = [...text.matchAll(/['"`](?:0x)?([0-9a-f]{8}|[0-9a-f]{64})['"`]|\b([0-9a-f]{8}):/gi)]
  const isKnown = literals.some(([, quoted = '', key = '']) => KNOWN.has((quoted || key).toLowerCase()))
  const hasSelector = !EXPECTS.test(file) && (isKnown || SELECTOR.test(text))
  return [...patterns.map(([name]) => name), ...(hasSelector ? ['a selector or topic'] : [])].map(
    (name) => `${file}: ${name}`,
  )
}

test('ABI and bytecode come from the compiler', () => {
  const files = allSources().filter((file) => !isGenerated(file) && !(file in ALLOWED))
  expect(files.length).toBeGreaterThan(500)
  expect(KNOWN.size).toBeGreaterThan(20)
  expect(files.flatMap((file) => findPasted(file, readSource(file)))).toEqual([])
})

test('what is pasted is found, however it is written', () => {
  const pasted = (text: string, file = 'server/tokens/mint.ts') =>
    findPasted(file, text).map((found) => found.slice(file.length + 2))
  expect(pasted("const ABI = [{ type: 'function', name: 'mint', inputs: [] }] as const")).toEqual(['an ABI'])
  expect(pasted('{ "stateMutability": "view" }')).toEqual(['an ABI'])
  expect(pasted('parseAbiItem(text)')).toEqual(['an ABI of signatures'])
  expect(pasted("const EVENTS = ['event Staked(address indexed user)']")).toEqual(['an ABI of signatures'])
  expect(pasted("import { type Hex, erc721Abi } from 'viem'")).toEqual(['a library’s ABI'])
  expect(pasted("toEventSelector('Paused(address)')")).toEqual(['a signature to hash'])
  expect(pasted("setCode({ address, bytecode: '0x00' })")).toEqual(['bytecode'])
  expect(pasted(`const CODE = '${'60'.repeat(100)}'`)).toEqual(['bytecode'])
  expect(pasted("const MINT = '0x40c10f19'")).toEqual(['a selector or topic'])
  expect(pasted('const METHODS = { a9059cbb: 1 }')).toEqual(['a selector or topic'])
  expect(pasted("const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'")).toEqual([
    'a selector or topic',
  ])
  expect(pasted("expect(selector).toBe('0xa9059cbb')", 'server/tokens/mint.test.ts')).toEqual([])
  expect(pasted("toFunctionSelector(signature); error('oops (again)')")).toEqual([])
})
