import path from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { type Failure, printFailures, SUMMARY_MARK } from '@/dev/proof/summary'

const SHOWN = 15

type Cost = { title: string; file: string; seconds: number }

/** The summary of a run: its failures, the tests that took longest, and the seconds of each file. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter through its default export.
export default class SummaryReporter implements Reporter {
  private readonly costs: Cost[] = []
  private readonly failures: Failure[] = []

  onTestEnd({ title, location }: TestCase, { duration, status, errors }: TestResult): void {
    const file = path.basename(location.file)
    this.costs.push({ title, file, seconds: duration / 1_000 })
    if (status === 'passed' || status === 'skipped') return
    this.failures.push({
      title: `${file}:${location.line} > ${title}`,
      details: errors.map(({ message }) => withoutColours(message ?? '')),
      command: `npx playwright test --config e2e/portal/playwright.config.ts ${file}:${location.line}`,
    })
  }

  onEnd(): void {
    console.log(`\n${SUMMARY_MARK}`)
    printFailures(this.failures)
    const longest = this.costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN)
    console.log(`The ${longest.length} longest of ${this.costs.length} tests:`)
    for (const { file, title, seconds } of longest) console.log(`${toText(seconds)}  ${file} > ${title}`)
    const files = new Map<string, number>()
    for (const { file, seconds } of this.costs) files.set(file, (files.get(file) ?? 0) + seconds)
    console.log('By file:')
    for (const [file, seconds] of [...files].toSorted(([, one], [, other]) => other - one))
      console.log(`${toText(seconds)}  ${file}`)
  }
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences.
  return text.replaceAll(/\u001b\[[0-9;]*m/g, '')
}

function toText(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9)
}
