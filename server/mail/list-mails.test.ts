import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailMessages } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { listMails } from './list-mails'

openDatabase()

async function addMail(toAddress: string, status: 'sent' | 'failed' = 'sent'): Promise<void> {
  const texts = { subject: `To ${toAddress}`, text: '-', html: '-' }
  const about = { kind: 'receipt', source: 'test', sourceId: '-', onceKey: randomUUID() } as const
  await workerCtx()
    .db.insert(mailMessages)
    .values({ ...texts, ...about, toAddress, status, queuedAt: new Date() })
}

const subjectsOf = async (input: { to?: string; status?: 'failed' }) => {
  const { items, total } = await inOperator(anyOperator(), (ctx) => listMails(ctx, { page: 1, ...input }))
  expect(total).toBe(items.length)
  return items.map(({ subject, status }) => `${subject}, ${status}`)
}

test('finds the emails to one recipient, in any case, and a message to a channel by its name', async () => {
  const mark = randomUUID()
  const [ada, other, channel] = [`ada-${mark}@example.test`, `ada-${mark}@example.test.ng`, `Ops ${mark}`]
  await addMail(ada)
  await addMail(ada, 'failed')
  await addMail(other)
  await addMail(channel)
  expect(await subjectsOf({ to: ada.toUpperCase() })).toEqual([`To ${ada}, failed`, `To ${ada}, sent`])
  expect(await subjectsOf({ to: ada, status: 'failed' })).toEqual([`To ${ada}, failed`])
  expect(await subjectsOf({ to: channel })).toEqual([`To ${channel}, sent`])
  expect(await subjectsOf({ to: `ada-${mark}` })).toEqual([])
})
