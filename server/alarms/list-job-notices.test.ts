import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { inOperator, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { listJobNotices } from './list-job-notices'
import { closeAlarm, raiseAlarm } from './raise-alarm'

openDatabase()

const notices = () => inOperator({ actor: { type: 'system', id: 'test' }, requestId: v7() }, listJobNotices)

it('tells operators while the jobs are not registered, and no other alarm', async () => {
  const { db } = workerCtx()
  const cause = { kind: 'jobs_not_registered', chainId: null, subject: 'job server' } as const
  await raiseAlarm(db, { ...cause, message: 'The job server does not know them' })
  await raiseAlarm(db, { kind: 'no_price', chainId: null, subject: 'ETH', message: 'No price' })
  expect(await notices()).toEqual([{ id: expect.any(String), message: 'The job server does not know them' }])
  await closeAlarm(db, cause)
  expect(await notices()).toEqual([])
})
