import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of the worker for this file: its imports, hooks and tests. */
    cpuMs?: number
  }
}

const SHOWN = 30

/** Prints the files that cost most, in CPU seconds of their worker: wall time says more about the machine than about the suite. */
export class DearestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const costs = files
      .map((file) => ({ name: relative(process.cwd(), file.moduleId), cpuMs: file.meta().cpuMs ?? 0 }))
      .toSorted((one, other) => other.cpuMs - one.cpuMs)
    const totalMs = costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    const shown = costs.slice(0, SHOWN)
    console.log(`\nCPU of ${costs.length} test files: ${seconds(totalMs)} s. The ${shown.length} dearest:`)
    for (const { name, cpuMs } of shown) console.log(`${seconds(cpuMs).padStart(8)} s  ${name}`)
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
