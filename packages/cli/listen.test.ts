import { verifyIndexerWebhook, verifyWebhook } from '@slipway/sdk/webhooks'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { inWorker } from '@/server/ctx'
import { openCli, openReceiver } from './cli.test-data'

const { start, finish, login, caller, publish } = openCli()

test('forwards exactly what a webhook has, signed in both ways, and goes on where its receiver answered last', async () => {
  await login()
  const receiver = await openReceiver()
  const { out: secret } = await finish(['listen', '--print-secret'])
  const args = ['listen', '--forward-to', `127.0.0.1:${receiver.port}/hook`, '--json']
  const first = start(args)
  await expect.poll(() => first.out.join()).toContain('"ready"')
  await publish(1)
  await expect.poll(() => receiver.visits.length).toBe(1)
  const { headers, body } = receiver.visits[0] ?? { headers: {}, body: '' }
  expect(body).toBe('{"type":"payment.settled","timestamp":"2026-11-21T11:05:44.862Z","data":{"n":1}}')
  expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ data: { n: 1 } })
  expect(await verifyIndexerWebhook({ body, headers, secret })).toMatchObject({ data: { n: 1 } })

  // It answers nothing for a while: the event is sent again until it does.
  await receiver.close()
  await publish(2)
  await expect.poll(() => first.out.join()).toContain('"unanswered"')
  first.stop()
  expect(await first.code).toBe(0)
  await publish(3)
  const again = await openReceiver(receiver.port)
  again.answer.status = 500
  const second = start(args)
  await expect.poll(() => again.visits.length).toBe(2)
  await expect.poll(() => second.out.filter((line) => line.includes('"forwarded"')).length).toBe(2)
  expect(again.visits.map((visit) => JSON.parse(visit.body).data.n)).toEqual([2, 3])
  expect(second.out.join()).toContain('"status":500')
  second.stop()
  await second.code
  await again.close()
})

const numbersOf = (out: readonly string[]) =>
  out.map((line) => JSON.parse(line)).flatMap(({ type, event }) => (type === 'event' ? [event.data.n] : []))
const shown = async (args: string[], until: number) => {
  const stream = start(['listen', '--json', ...args])
  await expect.poll(() => numbersOf(stream.out)).toContain(until)
  stream.stop()
  expect(await stream.code).toBe(0)
  return { lines: stream.out.map((line) => JSON.parse(line)), numbers: numbersOf(stream.out) }
}
/** As if an event had been recorded so long ago. */
const makeOlder = (n: number, minutes: number) =>
  inWorker(({ db }) => {
    const time = (Date.now() - minutes * 60_000).toString(16).padStart(12, '0')
    const start = `${time.slice(0, 8)}-${time.slice(8)}`
    return db.execute(sql`update project_events set id = (${start}::text || substr(id::text, 14))::uuid
      where project_id = ${caller().tenant.projectId}::uuid and body::jsonb -> 'data' ->> 'n' = ${String(n)}`)
  })

test('--since begins so long ago, or after an event, and misses nothing that happens meanwhile', async () => {
  await login()
  // Events are recorded once a project has a stream.
  const first = start(['listen'])
  await expect.poll(() => first.out.join()).toContain('Ready')
  for (const n of [1, 2, 3, 4]) await publish(n)
  await expect.poll(() => first.out.length).toBe(5)
  first.stop()
  await makeOlder(1, 90)
  await makeOlder(2, 11)
  await makeOlder(3, 9)
  const recent = await shown(['--since', '10m'], 4)
  expect(recent.numbers).toEqual([3, 4])
  expect(recent.lines[0]).toMatchObject({ type: 'ready', since: '10m' })
  const all = await shown(['--since', '7d'], 4)
  expect(all.numbers).toEqual([1, 2, 3, 4])
  const [, , second] = all.lines.map(({ id }) => id)
  expect((await shown(['--since', second], 4)).numbers).toEqual([3, 4])
  expect((await shown(['--from-start'], 4)).numbers).toEqual([1, 2, 3, 4])

  // Nothing is recent enough: what happens from now on is shown.
  for (const n of [3, 4]) await makeOlder(n, 8)
  const waiting = start(['listen', '--json', '--since', '30s'])
  await expect.poll(() => waiting.out.join()).toContain('"ready"')
  await publish(5)
  await expect.poll(() => numbersOf(waiting.out)).toEqual([5])
})

test('--since says where the event is no longer kept', async () => {
  await login()
  const gone = `1-${newId()}`
  const stream = start(['listen', '--since', gone])
  await expect.poll(() => stream.out.at(-1)).toBe(`Events after ${gone} are no longer kept: some are missing`)
  await publish(1)
  await expect.poll(() => stream.out.at(-1)).toContain('payment.settled')
})

test('--since is before where the receiver answered last', async () => {
  await login()
  const receiver = await openReceiver()
  const args = ['listen', '--forward-to', `127.0.0.1:${receiver.port}`, '--json']
  const first = start(args)
  await expect.poll(() => first.out.join()).toContain('"ready"')
  for (const n of [1, 2]) await publish(n)
  await expect.poll(() => first.out.join()).toMatch(/"forwarded".*"forwarded"/)
  first.stop()
  await first.code
  start([...args, '--since', '5m'])
  const sent = () => receiver.visits.map((visit) => JSON.parse(visit.body).data.n)
  await expect.poll(sent).toEqual([1, 2, 1, 2])
  const ids = receiver.visits.map(({ headers }) => headers['webhook-id'])
  expect(ids.slice(2)).toEqual(ids.slice(0, 2))
  await receiver.close()
})

test('shows events, and logs --follow does', async () => {
  await login()
  for (const args of [['listen'], ['logs', '--follow', '--types', 'payment.*']]) {
    const shown = start(args)
    await expect.poll(() => shown.out.join()).toContain('Ready')
    await publish(1)
    await expect.poll(() => shown.out.at(-1)).toMatch(/^2026-11-21T11:05:44.862Z {2}payment.settled {2}\d+-/)
    shown.stop()
    expect(await shown.code).toBe(0)
  }
})

test('trigger sends an example that says so', async () => {
  await login()
  const receiver = await openReceiver()
  const to = ['--forward-to', `localhost:${receiver.port}`]
  const { out: secret } = await finish(['listen', '--print-secret'])
  expect(await finish(['trigger', 'transfer.completed', ...to])).toMatchObject({
    code: 0,
    out: expect.stringContaining('-> 200'),
  })
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.visits
  const event = await verifyWebhook({ body, headers, secret })
  expect(event).toMatchObject({ type: 'wallet.transfer.completed', test: true, data: { amount: expect.any(String) } })
  expect((await finish(['trigger', '--list'])).out).toContain('payment.settled')
  expect(await finish(['trigger', 'nothing', ...to])).toMatchObject({ code: 2 })
  await receiver.close()
  expect(await finish(['trigger', 'payment.settled', ...to])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('does not respond'),
  })
})
