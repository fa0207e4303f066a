import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError, TestError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { type Failure, printFailures, SUMMARY_MARK } from '../proof/summary'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time for this file: imports, hooks and tests, and the child processes that it started and that ended. */
    cpuMs?: number
    /** The files that ran before it in the same process, first to last. */
    ranAfter?: string[]
  }
}

const SHOWN = 30

/** The summary of a run: its failures, and the files that cost most, in CPU seconds, so that growth is seen. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter through its default export.
export default class SummaryReporter implements Reporter {
  /** Failures are printed as they happen too: a run that is interrupted prints no summary. */
  onTestModuleEnd(file: TestModule): void {
    if (!file.ok()) printFailures(failuresOf(file))
  }

  onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const costs = costsOf(files)
    console.log('\nAll files by their CPU seconds:')
    printCosts(costs)
    for (const file of files) if (!file.ok()) printOrder(file)
    console.log(`\n${SUMMARY_MARK}`)
    printFailures([...files.flatMap(failuresOf), ...unhandled.map(toFailure)])
    const totalMs = costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    const tests = files.reduce((sum, file) => sum + [...file.children.allTests()].length, 0)
    console.log(`${tests} tests in ${costs.length} files took ${seconds(totalMs)} s of CPU. The most expensive files:`)
    printCosts(costs.slice(0, SHOWN))
  }
}

/** The errors of a file that could not run as a whole, and those of its tests. */
function failuresOf(file: TestModule): Failure[] {
  const name = nameOf(file)
  const command = `npx vitest run ${name}`
  const own = file.errors().map(({ message }) => ({ title: name, details: [message], command }))
  const tests = [...file.children.allTests('failed')].map((test) => ({
    title: `${name}${test.location ? `:${test.location.line}` : ''} > ${test.fullName}`,
    details: (test.result().errors ?? []).flatMap(detailsOf),
    command: `${command} -t ${JSON.stringify(test.fullName.replaceAll(' > ', ' '))}`,
  }))
  return [...own, ...tests]
}

/** The cause comes first: the report of a property is many lines long and does not say what failed. */
function detailsOf({ message, stack = '', diff = '', cause }: TestError): string[] {
  const place = cause === undefined ? placeOf(stack) : []
  return [...(cause === undefined ? [] : detailsOf(cause)), message, ...changedLines(diff), ...place]
}

/** The first line of the stack that lies in the project. */
function placeOf(stack: string): string[] {
  const line = stack.split('\n').find((text) => text.includes(process.cwd()) && !text.includes('node_modules'))
  return line === undefined ? [] : [line.replaceAll(`${process.cwd()}/`, '')]
}

/**
 * The lines in which the received value differs from the expected one: the message itself shortens lists to their
 * length.
 */
function changedLines(diff: string): string[] {
  const lines = stripVTControlCharacters(diff).split('\n')
  return lines.filter((line) => /^[-+] /.test(line) && !/^(- Expected|\+ Received)/.test(line))
}

/**
 * The failure for an error that nobody caught. Its file is the one that ran then; a timer of a file before it may have
 * thrown it.
 */
function toFailure({ message, stack = '', VITEST_TEST_PATH: path }: SerializedError): Failure {
  const name = typeof path === 'string' ? relative(process.cwd(), path) : ''
  return {
    title: `${name} > an error that nobody caught`,
    details: [message, stack],
    command: `npx vitest run ${name}`,
  }
}

/**
 * Prints the order of the files in a process. A file that fails there and passes alone was affected by a file before
 * it.
 */
function printOrder(file: TestModule): void {
  const order = [...(file.meta().ranAfter ?? []), nameOf(file)]
  console.log(`\n${nameOf(file)} failed as number ${order.length} of its process. In that order:\n${order.join(' ')}`)
}

type Cost = { name: string; cpuMs: number }

/** The CPU time of each file, most expensive first. */
function costsOf(files: readonly TestModule[]): Cost[] {
  return files
    .map((file) => ({ name: nameOf(file), cpuMs: file.meta().cpuMs ?? 0 }))
    .toSorted((one, other) => other.cpuMs - one.cpuMs)
}

function printCosts(costs: readonly Cost[]): void {
  for (const { name, cpuMs } of costs) console.log(`${seconds(cpuMs).padStart(8)} s  ${name}`)
}

function nameOf(file: TestModule): string {
  return relative(process.cwd(), file.moduleId)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
