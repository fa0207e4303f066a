import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeEach } from 'vitest'
import { inOperator, type OperatorCtx, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { forgetStops, recordStops } from './record-stops'

/** Files of stops outside the database, empty for each test and removed after the last. */
export function openStops() {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-stops-'))
  let file = ''
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
