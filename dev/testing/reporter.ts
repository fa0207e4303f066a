import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { SUMMARY_MARK } from '../proof/summary-mark'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of the worker for this file: its imports, hooks and tests. */
    cpuMs?: number
  }
}

const DEAREST = 30
const MOST_FAILURES = 20

/** The summary of a run: each failure in five lines, and the files that cost most, in CPU seconds, so that growth is seen. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter through its default export.
export default class SummaryReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    console.log(`\n${SUMMARY_MARK}`)
    const failures = files.flatMap(failuresOf)
    for (const lines of failures.slice(0, MOST_FAILURES)) console.log(lines.join('\n'))
    if (failures.length > MOST_FAILURES) console.log(`and ${failures.length - MOST_FAILURES} failures more`)
    printDearest(files)
  }
}

/** Of a file that could not run as a whole its own errors, else those of its tests. */
function failuresOf(file: TestModule): string[][] {
  const name = nameOf(file)
  const own = file.errors().map((error) => failure(name, error.message, `npx vitest run ${name}`))
  const tests = [...file.children.allTests('failed')].map((test) =>
    failure(titleOf(name, test), messageOf(test), again(name, test)),
  )
  return [...own, ...tests]
}

function failure(title: string, message: string, command: string): string[] {
  const [first = '', second = ''] = message.split('\n').filter((line) => line.trim() !== '')
  return [`FAILED ${title}`, `  ${first}`, ...(second ? [`  ${second}`] : []), `  again: ${command}`]
}

function titleOf(file: string, test: TestCase): string {
  const line = test.location ? `:${test.location.line}` : ''
  return `${file}${line} > ${test.fullName}`
}

function messageOf(test: TestCase): string {
  return test.result().errors?.[0]?.message ?? 'without a message'
}

function again(file: string, test: TestCase): string {
  return `npx vitest run ${file} -t ${JSON.stringify(test.fullName.replaceAll(' > ', ' '))}`
}

function printDearest(files: readonly TestModule[]): void {
  const costs = files
    .map((file) => ({ name: nameOf(file), cpuMs: file.meta().cpuMs ?? 0 }))
    .toSorted((one, other) => other.cpuMs - one.cpuMs)
  const totalMs = costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const tests = files.reduce((sum, file) => sum + [...file.children.allTests()].length, 0)
  console.log(`${tests} tests in ${costs.length} files took ${seconds(totalMs)} s of CPU. The dearest files:`)
  for (const { name, cpuMs } of costs.slice(0, DEAREST)) console.log(`${seconds(cpuMs).padStart(8)} s  ${name}`)
}

function nameOf(file: TestModule): string {
  return relative(process.cwd(), file.moduleId)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
