import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeEach } from 'vitest'
import { inOperator, type OperatorCtx, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { forgetStops, recordStops } from './record-stops'

/**
 * Files of stops outside the database, removed after the last test: empty ones for each test, or one set for all of
 * them.
 */
export function openStops(scope: 'each' | 'all' = 'each') {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-stops-'))
  let file = join(folder, v7())
  if (scope === 'each')
    beforeEach(() => {
      forgetStops()
      file = join(folder, v7())
    })
  afterAll(() => rmSync(folder, { recursive: true }))
  const record = () => recordStops(workerCtx(), file)
  /** Records as a process that just started. */
  const restart = () => {
    forgetStops()
    return record()
  }
  return { record, restart }
}

export const asOperator = <T>(work: (ctx: OperatorCtx) => Promise<T>) => inOperator(anyOperator(), work)

/** Something that gives access, is sent to or is charged, and can be stopped. */
export type AccessKind = {
  name: string
  /** Makes one that is not stopped. */
  make: () => Promise<string>
  stop: (id: string) => Promise<unknown>
  /** There is a fixed number of them. */
  isScarce?: true
  /** Without it a stop is final. */
  lift?: (id: string) => Promise<unknown>
  isStopped: (id: string) => Promise<boolean>
}
