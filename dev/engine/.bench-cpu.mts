import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { Inngest } from 'inngest'
import { serve } from 'inngest/node'
import postgres from 'postgres'

const RUNS = 500
const admin = postgres('postgres://postgres@127.0.0.1:54391/postgres', { max: 1, onnotice: () => {} })
await admin.unsafe('drop database if exists benchcpu with (force)')
await admin.unsafe('create database benchcpu')
await admin.end()
const dbUrl = 'postgres://postgres@127.0.0.1:54391/benchcpu'
let left = 0,
  done: any = () => {}
const expectN = (n: number) => {
  left = n
  return new Promise<void>((r) => {
    done = r
  })
}
const report = () => {
  if (--left === 0) done()
}
const app = createServer()
app.listen(0, '127.0.0.1')
await once(app, 'listening')
const serveUrl = `http://127.0.0.1:${(app.address() as any).port}/api/inngest`
const child = spawn(
  process.execPath,
  [
    ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/engprof'] : []),
    '--import',
    'tsx',
    'dev/engine/main.ts',
    '--port',
    '0',
    '--database-url',
    dbUrl,
    '--serve-url',
    serveUrl,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
let url = ''
for await (const line of createInterface({ input: child.stdout! })) {
  const m = /^engine ready on (\S+)$/.exec(line)
  if (m) {
    url = m[1]!
    break
  }
}
const client = new Inngest({ id: 'bench', isDev: true, baseUrl: url })
let at = 0
const fns = [
  client.createFunction({ id: 'latency', triggers: { event: 'b/latency' } }, async () => {
    at = performance.now()
    report()
  }),
  client.createFunction({ id: 'one', triggers: { event: 'b/one' } }, async ({ step }) => {
    await step.run('a', () => 1)
    report()
  }),
  client.createFunction({ id: 'three', triggers: { event: 'b/three' } }, async ({ step }) => {
    const a = await step.run('a', () => 1)
    const b = await step.run('b', () => a + 1)
    await step.run('c', () => b + 1)
    report()
  }),
]
app.on('request', serve({ client, functions: fns }))
for (;;) {
  const h: any = await (await fetch(url + '/health')).json()
  if (h.functions === 3) break
  await new Promise((r) => setTimeout(r, 50))
}
const cpu = (pid: number) => {
  try {
    const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(f[11]) + Number(f[12])) / 100
  } catch {
    return 0
  }
}
const pm = Number(readFileSync('/tmp/engpg/data/postmaster.pid', 'utf8').split('\n')[0])
const pgpids = () =>
  readdirSync('/proc')
    .filter((d) => /^\d+$/.test(d))
    .filter((d) => {
      try {
        return readFileSync(`/proc/${d}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pm)
      } catch {
        return false
      }
    })
    .map(Number)
const snap = () => ({
  app: cpu(process.pid),
  eng: cpu(child.pid!),
  pg: pgpids().reduce((s, p) => s + cpu(p), 0) + cpu(pm),
})
async function rps(name: string, print = true) {
  const s = snap()
  const all = expectN(RUNS)
  const from = performance.now()
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let i = 0; i < RUNS / 10; i++) await client.send({ name, data: {} })
    }),
  )
  const sent = performance.now() - from
  await all
  const ms = performance.now() - from
  const e = snap()
  if (print)
    console.log(
      name,
      ((RUNS * 1000) / ms).toFixed(0),
      'runs/s; send took',
      sent.toFixed(0),
      'of',
      ms.toFixed(0),
      'ms; cpu ms/run app',
      (((e.app - s.app) * 1000) / RUNS).toFixed(2),
      'eng',
      (((e.eng - s.eng) * 1000) / RUNS).toFixed(2),
      'pg',
      (((e.pg - s.pg) * 1000) / RUNS).toFixed(2),
    )
}
await rps('b/one', false)
await rps('b/three', false)
for (let i = 0; i < 3; i++) {
  await rps('b/one')
  await rps('b/three')
}
const lat: number[] = []
for (let i = 0; i < 200; i++) {
  const a = expectN(1)
  const f = performance.now()
  await client.send({ name: 'b/latency', data: {} })
  await a
  lat.push(at - f)
}
lat.sort((a, b) => a - b)
console.log(
  'latency p50',
  lat[100]!.toFixed(1),
  'p95',
  lat[190]!.toFixed(1),
  readFileSync('/proc/loadavg', 'utf8').trim(),
)
child.kill('SIGTERM')
await once(child, 'exit')
app.closeAllConnections()
app.close()
process.exit(0)
