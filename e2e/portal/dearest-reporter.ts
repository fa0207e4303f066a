import path from 'node:path'
import type { Reporter, TestCase } from '@playwright/test/reporter'
import { processSeconds } from './process-seconds'

const SHOWN = 15

type Cost = { title: string; file: string; wallSeconds: number }

/** Prints the dearest tests, the seconds of each file, and the CPU seconds of the whole run, stacks and browsers included. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter through its default export, which must be a class.
export default class DearestReporter implements Reporter {
  private readonly costs: Cost[] = []
  private last = 0
  private used = 0

  onTestBegin(): void {
    this.count()
  }

  onTestEnd({ title, location }: TestCase, { duration }: { duration: number }): void {
    this.count()
    this.costs.push({ title, file: path.basename(location.file), wallSeconds: duration / 1000 })
  }

  onEnd(): void {
    const dearest = this.costs.toSorted((one, other) => other.wallSeconds - one.wallSeconds).slice(0, SHOWN)
    console.log(`\nThe ${dearest.length} dearest of ${this.costs.length} tests:`)
    for (const { file, title, wallSeconds } of dearest) console.log(`${toText(wallSeconds)}  ${file} › ${title}`)
    const files = new Map<string, number>()
    for (const { file, wallSeconds } of this.costs) files.set(file, (files.get(file) ?? 0) + wallSeconds)
    console.log('\nBy file:')
    for (const [file, seconds] of [...files].toSorted(([, one], [, other]) => other - one)) {
      console.log(`${toText(seconds)}  ${file}`)
    }
    this.count()
    if (this.used > 0) console.log(`\n${this.used.toFixed(0)} CPU seconds in all, stacks and browsers included`)
  }

  /** The seconds of a browser leave the sum when it ends, so what was added between two moments is what counts. */
  private count(): void {
    const now = processSeconds([process.pid]) ?? 0
    this.used += Math.max(0, now - this.last)
    this.last = now
  }
}

function toText(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9)
}
