import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPagesState } from '../front/pages-state'
import { buildPages } from './build'
import { buildPagesBeside } from './build-pages-beside'
import { waitUntil } from './wait-until'

let root: string
let said: string[]
let states: string[]

const noGuard = { add: () => {}, remove: () => {}, addFolder: () => {}, close: () => {} }
/** A stand-in for Next's own program: makes a page of nothing, and notes how it was asked. */
const BUILDS = `
const { mkdirSync, writeFileSync, appendFileSync } = require('node:fs')
mkdirSync('.next/static', { recursive: true })
writeFileSync('.next/static/a.js', Array.from({ length: 3_000 }, (_, n) => n * n).join())
writeFileSync('.next/BUILD_ID', 'x')
appendFileSync('builds', process.env.BUILD_FOR + '\\n')
`
const FAILS = `console.error('Module not found: nowhere'); process.exit(1)`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-build-'))
  said = []
  states = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function next(script: string): void {
  const folder = join(root, 'node_modules', 'next', 'dist', 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'next'), script)
}

function beside() {
  return buildPagesBeside({
    root,
    guard: noGuard,
    say: (text) => said.push(text),
    onState: (state) => states.push(state),
  })
}

const compressed = () => join(root, '.next', 'static', 'a.js.br')
const builds = () => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n')

it('builds once for each purpose; pages for a deployment serve all, those of a start are made smaller for a test', async () => {
  next(BUILDS)
  expect(await buildPages({ root, kind: 'start' })).toBe('built')
  expect(await buildPages({ root, kind: 'start' })).toBe('unchanged')
  const fast = statSync(compressed()).size
  expect(await buildPages({ root, kind: 'test' })).toBe('built')
  expect(statSync(compressed()).size).toBeLessThan(fast)
  expect(await buildPages({ root, kind: 'start' })).toBe('unchanged')
  expect(builds()).toEqual(['start'])
  expect(await buildPages({ root, kind: 'deploy' })).toBe('built')
  expect(await buildPages({ root, kind: 'test' })).toBe('unchanged')
  expect(builds()).toEqual(['start', 'deploy'])
  expect(await readPagesState(root)).toBe('built')
})

it('says that the pages are being built from the start until they are whole', async () => {
  next(`require('node:fs').copyFileSync('dist/pages-state', 'seen')\n${BUILDS}`)
  const building = buildPages({ root, kind: 'start' })
  expect(await readPagesState(root)).toBe('building')
  await building
  expect(readFileSync(join(root, 'seen'), 'utf8')).toBe('building')
  expect(existsSync(join(root, '.next', 'static-index.json'))).toBe(true)
  expect(await readPagesState(root)).toBe('built')
})

it('tells the stack when the pages are there', async () => {
  next(BUILDS)
  const build = beside()
  expect(build.state()).toBe('building')
  await waitUntil(() => states.length > 0, { timeoutMs: 120_000 })
  expect([build.state(), states, said]).toEqual(['ready', ['ready'], ['Portal pages: built']])
  await build.stop()
})

it('says why a build failed, leaves the rest running, and builds again at the next start', async () => {
  next(FAILS)
  const build = beside()
  await waitUntil(() => states.length > 0, { timeoutMs: 120_000 })
  expect([build.state(), states]).toEqual(['failed', ['failed']])
  expect(said.join()).toContain('The portal could not be built; everything else runs on.')
  expect(said.join()).toContain('Module not found: nowhere')
  expect(await readPagesState(root)).toBe('failed')
  await build.stop()
  next(BUILDS)
  expect(await buildPages({ root, kind: 'start' })).toBe('built')
  expect(await readPagesState(root)).toBe('built')
})

it('ends with the stack, without a word', async () => {
  next(`require('node:fs').writeFileSync('runs', String(process.pid)); setInterval(() => {}, 1_000)`)
  const build = beside()
  // The file is there before its contents are.
  const pidOf = () => (existsSync(join(root, 'runs')) ? Number(readFileSync(join(root, 'runs'), 'utf8')) : 0)
  await waitUntil(() => pidOf() > 0, { timeoutMs: 120_000 })
  const pid = pidOf()
  await build.stop()
  expect(await waitUntil(() => !isAlive(pid), { timeoutMs: 120_000 })).toBe(true)
  expect([said, states]).toEqual([[], []])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
