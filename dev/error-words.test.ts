import { expect, test } from 'vitest'
import { allSources, isGenerated, isOfSuites, readSource } from './testing/sources'

/** Phrases that errors and log lines no longer use, by what to write in their place. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'is not a …': /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|\w+er\b)[a-z]/i,
  'does not exist': /\b(?:is|are|was|were) (?:gone|not there)\b/i,
  'reports, or returned': /\btells? of\b|\bnonsense\b|\banswer(?:s|ed) (?:HTTP|nothing|\d|\$)/i,
  'requires, or requests': /\bwants an?\b|\bask(?:s|ed) for\b|\b(?:is|are|be|was|were) asked\b/i,
  'are processed, or continue': /\bworked on\b|\bgo(?:es)? on\b/i,
  'the destination': /\breceivers?\b/i,
}

/** The text of an error or of a log line, in one line with its call. */
const MESSAGE = /(?:\b\w*Error|\b(?:debug|error|info|warn))\((?:\{[^{}]*\},? )?('(?:[^'\\\n]|\\.)*'|`[^`\n]*`)/g

const messagesIn = (source: string) => [...source.matchAll(MESSAGE)].map(([, text = '']) => text.slice(1, -1))

function faultsIn(file: string, source: string): string[] {
  return messagesIn(source).flatMap((message) =>
    Object.keys(RETIRED).flatMap((instead) =>
      RETIRED[instead]?.test(message) ? [`${file}: ${message} (${instead})`] : [],
    ),
  )
}

const FILES = allSources().filter((file) => !isGenerated(file) && !isOfSuites(file) && !file.startsWith('e2e/'))

test('errors and log lines are plain sentences', () => {
  const sources = FILES.map((file) => ({ file, source: readSource(file) }))
  expect(sources.flatMap(({ source }) => messagesIn(source)).length).toBeGreaterThan(400)
  expect(sources.flatMap(({ file, source }) => faultsIn(file, source))).toEqual([])
})

test('a retired phrase is found in each kind of message, and nowhere else', () => {
  const source = [
    "throw new Error('the row is gone')",
    'throw new RpcError(`a node tells of block 1`)',
    "logger().error({ err: error }, 'a row cannot be worked on')",
    "logger().info('there is no faucet')",
    "const text = 'it is no file'",
  ].join('\n')
  expect(faultsIn('planted.ts', source)).toEqual([
    'planted.ts: the row is gone (does not exist)',
    'planted.ts: a node tells of block 1 (reports, or returned)',
    'planted.ts: a row cannot be worked on (are processed, or continue)',
  ])
})
