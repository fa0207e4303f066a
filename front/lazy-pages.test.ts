import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { createFrontServer } from './create-front-server'
import { lazyPages } from './lazy-pages'
import { pagesStateFile, readPagesState } from './pages-state'

let root: string
let server: Server
let baseUrl: string
/** How often Next was loaded, and how often that failed first. */
let loads: number
let failures: number

const HTML = { accept: 'text/html,application/xhtml+xml' }

beforeEach(async () => {
  Object.assign(process.env, testEnvironment('postgres://127.0.0.1:9/none'))
  root = mkdtempSync(join(tmpdir(), 'slipway-pages-'))
  mkdirSync(join(root, 'dist'))
  loads = 0
  failures = 0
  const pages = lazyPages({
    load: async () => {
      loads += 1
      if (loads <= failures) throw new Error('half a build')
      return (incoming, outgoing) => outgoing.end(`page ${incoming.url}`)
    },
    handleStatic: async (_incoming, outgoing) => {
      outgoing.end('a file of the build')
      return true
    },
    readState: () => readPagesState(root),
  })
  server = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: false,
    handleJob: (_incoming, outgoing) => outgoing.end('a step'),
    ...pages,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  rmSync(root, { recursive: true, force: true })
})

function become(state: 'building' | 'failed' | 'built'): void {
  if (state === 'built') rmSync(pagesStateFile(root), { force: true })
  else writeFileSync(pagesStateFile(root), state)
}

describe('while the pages are built', () => {
  beforeEach(() => become('building'))

  test.each(['/', '/sign-in?next=%2F', '/docs', '/projects/1'])('a browser at %s sees that', async (path) => {
    const answer = await fetch(baseUrl + path, { headers: HTML })
    const body = await answer.text()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>The portal is being built</h1>')
    expect(body).toContain('lang="en"')
    expect(loads).toBe(0)
  })

  test('its script runs under the policy of the page, and no other does', async () => {
    const answer = await fetch(baseUrl, { headers: HTML })
    const [, nonce] = /<script nonce="([^"]+)">/.exec(await answer.text()) ?? []
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })

  test('whatever is no browser gets the envelope of the API', async () => {
    const answer = await fetch(`${baseUrl}/api/trpc/wallets.list`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await answer.json()).toEqual({
      status: false,
      message: 'The portal is being built. Please try again shortly.',
    })
  })

  test('HEAD has no body and names the state, by which the page knows when to load again', async () => {
    const answer = await fetch(baseUrl, { method: 'HEAD', headers: HTML })
    expect([answer.status, answer.headers.get('x-pages-state'), await answer.text()]).toEqual([503, 'building', ''])
  })

  test('jobs and probes are answered', async () => {
    expect(await (await fetch(`${baseUrl}/api/inngest`)).text()).toBe('a step')
    expect(await (await fetch(`${baseUrl}/healthz`)).json()).toMatchObject({ pid: process.pid })
  })

  test('no file of an older build is answered', async () => {
    expect((await fetch(`${baseUrl}/_next/static/chunks/old.js`)).status).toBe(503)
  })

  test('the first requests after it get the pages, of one Next, and none is dropped on the way', async () => {
    const asked: Promise<string>[] = []
    for (let n = 0; n < 60; n++) {
      if (n === 30) become('built')
      asked.push(
        fetch(`${baseUrl}/${n}`, { headers: HTML }).then(async (answer) => `${answer.status} ${await answer.text()}`),
      )
      if (n % 10 === 9) await Promise.all(asked)
    }
    const answers = await Promise.all(asked)
    for (const answer of answers.slice(0, 30)) expect(answer).toMatch(/^503 <!doctype html>/)
    expect(answers.slice(30)).toEqual(answers.slice(30).map((_, n) => `200 page /${n + 30}`))
    expect(loads).toBe(1)
  })
})

test('a build that failed is said plainly, and a later one that succeeds is taken', async () => {
  become('failed')
  const answer = await fetch(baseUrl, { headers: HTML })
  expect([answer.status, answer.headers.get('x-pages-state')]).toEqual([503, 'failed'])
  expect(await answer.text()).toContain('<h1>The portal could not be built</h1>')
  become('built')
  expect(await (await fetch(baseUrl, { headers: HTML })).text()).toBe('page /')
})

describe('where the pages are built before the process starts', () => {
  test('the first request gets its page, and so does each after it, whatever a later build of the folder does', async () => {
    expect(await (await fetch(`${baseUrl}/docs`, { headers: HTML })).text()).toBe('page /docs')
    become('building')
    expect(await (await fetch(`${baseUrl}/docs`, { headers: HTML })).text()).toBe('page /docs')
    expect(await (await fetch(`${baseUrl}/_next/static/a.js`)).text()).toBe('a file of the build')
    expect(loads).toBe(1)
  })

  test('a Next that could not be loaded is loaded again for the next request', async () => {
    failures = 1
    expect((await fetch(baseUrl, { headers: HTML })).status).toBe(500)
    expect((await fetch(baseUrl, { headers: HTML })).status).toBe(200)
  })
})

test('a state that nobody writes counts as built', async () => {
  expect(await readPagesState(root)).toBe('built')
  writeFileSync(pagesStateFile(root), 'nonsense')
  expect(await readPagesState(root)).toBe('built')
})
