import { beforeEach, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { functions } from '@/inngest/index'
import { isWorkName, type Work } from '@/schemas/alarms/words'
import { faultOf, recordWorkFault } from '@/server/alarms/record-work-fault'
import { createLogger } from '@/server/logger'
import { drainUnknownErrors } from '@/server/record-unknown-error'
import { inngest, StepRecorder } from './client'
import { runLogged } from './run-logged'

const WORK: Work = { name: 'send-mails', of: '', chainId: null }
const lines: Record<string, unknown>[] = []

beforeEach(() => {
  lines.length = 0
  oncePerProcess('logger', () => createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }))
})

const counts = { sent: 0 }
const run = (work: () => Promise<void> = async () => {}) =>
  runLogged(WORK, {}, async () => {
    await work()
    return { nextAt: null, counts }
  })

test('the line of a run tells what the worker waits for, until a run meets no fault', async () => {
  await run(async () =>
    recordWorkFault({ work: WORK }, new Error('smtp.example refused password=hunter2'), 'the same email'),
  )
  await run()
  await run()
  const waitsFor = { reason: 'smtp.example refused password=…', count: 1, next: 'the same email' }
  expect(lines).toMatchObject([
    { level: 40, worker: 'send-mails', counts, waitsFor: { ...waitsFor, since: expect.any(String) } },
    { level: 30, worker: 'send-mails', counts },
    { level: 30 },
  ])
  expect(lines[1]).not.toHaveProperty('waitsFor')
  expect(JSON.stringify(lines)).not.toContain('hunter2')
})

test('the line of a run that failed tells why, and the error counts under the worker', async () => {
  drainUnknownErrors()
  const fault = new TypeError('a slip')
  await expect(run(() => Promise.reject(fault))).rejects.toBe(fault)
  expect(lines).toMatchObject([
    { level: 50, msg: 'worker failed', waitsFor: { reason: 'a slip', next: 'the job engine starts it again' } },
  ])
  expect(drainUnknownErrors()).toEqual([['worker send-mails: TypeError', 1]])
})

test.each(functions.map((job) => job.id()))('%s is known as work', (id) => {
  expect(isWorkName(id)).toBe(true)
})

test('a step of any other job that fails is told with why, and stands until it goes through', async () => {
  const sweep = functions.find((job) => job.id() === 'sweep')
  const step = (next: () => Promise<unknown>) => {
    const stepInfo = { options: { id: 'rates' } }
    // the rest is not read
    const asked = { fn: sweep, stepInfo, next } as unknown as Parameters<StepRecorder['wrapStepHandler']>[0]
    return new StepRecorder({ client: inngest }).wrapStepHandler(asked)
  }
  await expect(step(() => Promise.reject(new Error('https://rates.example/KEYKEYKEY said no')))).rejects.toThrow()
  expect(lines).toMatchObject([
    { level: 50, job: 'sweep', step: 'rates', waitsFor: { reason: 'https://rates.example/… said no', count: 1 } },
  ])
  const work: Work = { name: 'sweep', of: 'rates', chainId: null }
  expect(faultOf(work)).not.toBeNull()
  expect(await step(async () => 3)).toBe(3)
  expect(faultOf(work)).toBeNull()
})
