import { setTimeout } from 'node:timers/promises'
import type { StackFacts } from '@/dev/stack-file'
import { pagePaths } from '@/e2e/page-paths'
import { readMemory } from '@/e2e/process-memory'
import { signIn } from '@/e2e/sign-in'
import { startThrowawayStack } from '@/e2e/throwaway-stack'

const ROUNDS = 3
const DOCS = 200
const OWN_DOCS = 20
const MAX_APP_MB = 350
const MAX_STACK_MB = 800
/** The first rounds load code; after them a process may be this much larger than it was, as garbage comes and goes. */
const MAX_GROWTH = { ratio: 1.1, megabytes: 20 }

/** Longer than a process is idle before it collects. */
const BETWEEN_READINGS_MS = 75_000
const STILL_MB = 5

type Memory = Record<string, number>

/**
 * `npm run prove -- memory`: what each process of the stack holds after every page was opened and the docs were asked
 * for again and again.
 */
async function main(): Promise<void> {
  const stack = await startThrowawayStack()
  try {
    const { pids } = stack.facts
    const rounds: Memory[] = []
    print('at rest', readMemory(pids))
    for (let round = 1; round <= ROUNDS; round += 1) {
      await openPages(stack.facts)
      print(`round ${round}, pages`, readMemory(pids))
      await openDocs(stack.facts)
      print(`round ${round}, docs`, readMemory(pids))
      const memory = await afterUse(pids)
      print(`round ${round}, after use`, memory)
      rounds.push(memory)
    }
    const findings = judge(rounds)
    if (findings.length > 0) throw new Error(findings.join('\n'))
  } finally {
    await stack.stop()
  }
}

/**
 * Processes collect their garbage once they are idle. Answers when none has given up more than a few megabytes since
 * the reading before.
 */
async function afterUse(pids: StackFacts['pids']): Promise<Memory> {
  let memory = readMemory(pids)
  for (;;) {
    await setTimeout(BETWEEN_READINGS_MS)
    const now = readMemory(pids)
    const isStill = Object.entries(now).every(([name, megabytes]) => megabytes > (memory[name] ?? 0) - STILL_MB)
    if (isStill) return now
    memory = now
  }
}

async function openPages({ baseUrl, signIns, demo }: StackFacts): Promise<void> {
  const [owner, operator] = [await signIn(baseUrl, signIns.owner), await signIn(baseUrl, signIns.operator)]
  for (const path of pagePaths().map((path) => path.replace('[projectId]', demo.projectId)))
    await open(`${baseUrl}${path}`, path.startsWith('/operator') ? operator : owner)
}

async function openDocs({ baseUrl, signIns }: StackFacts): Promise<void> {
  const owner = await signIn(baseUrl, signIns.owner)
  for (let count = 0; count < DOCS; count += 1) await open(`${baseUrl}/docs`)
  for (let count = 0; count < OWN_DOCS; count += 1) await open(`${baseUrl}/docs`, owner)
}

async function open(url: string, cookie = ''): Promise<void> {
  const answer = await fetch(url, { headers: { cookie, accept: 'text/html' } })
  await answer.arrayBuffer()
  if (answer.status >= 400) throw new Error(`${url} answers ${answer.status}`)
}

function judge(rounds: readonly Memory[]): string[] {
  const [before = {}, last = {}] = rounds.slice(-2)
  const grown = Object.entries(last).filter(([name, now]) => {
    const was = before[name] ?? 0
    return now > Math.max(was * MAX_GROWTH.ratio, was + MAX_GROWTH.megabytes)
  })
  const tooMuch = [
    ['app', last.app ?? 0, MAX_APP_MB],
    ['the stack', sumOf(last), MAX_STACK_MB],
  ] as const
  return [
    ...grown.map(([name, now]) => `${name} grew from ${before[name]?.toFixed(0)} to ${now.toFixed(0)} MB in a round`),
    ...tooMuch
      .filter(([, now, most]) => now > most)
      .map(([who, now, most]) => `${who} takes ${now.toFixed(0)} MB of ${most}`),
  ]
}

function print(title: string, memory: Memory): void {
  const parts = Object.entries(memory).map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)}`)
  console.log(`${title.padEnd(20)} ${parts.join('  ')}  in all ${sumOf(memory).toFixed(0)} MB`)
}

function sumOf(memory: Memory): number {
  return Object.values(memory).reduce((sum, megabytes) => sum + megabytes, 0)
}

await main()
process.exit(0)
