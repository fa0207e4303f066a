import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readTimes } from './run-stage'
import { type Outcome, runStages } from './run-stages'
import type { Stage, StageName } from './stages'
import { SUMMARY_MARK } from './summary'

const folder = mkdtempSync(join(tmpdir(), 'slipway-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('goes on after a failure, without the stages that need its result', async () => {
  const { outcomes } = await run([
    stage('contracts', 'exit 3'),
    stage('typecheck', 'true', { needs: ['contracts'] }),
    stage('build', 'true', { needs: ['typecheck'] }),
    stage('lint', 'true'),
  ])
  expect(outcomes.map((outcome) => [outcome.stage.name, resultOf(outcome)])).toEqual([
    ['contracts', 'exit code 3'],
    ['typecheck', 'not run: contracts'],
    ['build', 'not run: typecheck'],
    ['lint', 'green'],
  ])
})

it('runs one stage that waits beside one that computes', async () => {
  const log = join(folder, 'order')
  const noted = (name: string, until: string) => `echo "+${name}" >>${log}; ${until}; echo "-${name}" >>${log}`
  const untilLogged = (text: string) => `until grep -q -- "${text}" ${log}; do sleep 0.02; done`
  await run([
    stage('faults', noted('faults', untilLogged('-lint')), { waits: true }),
    stage('typecheck', noted('typecheck', untilLogged('+faults'))),
    stage('lint', noted('lint', untilLogged('+faults'))),
    stage('portal', noted('portal', untilLogged('+unit')), { waits: true }),
    stage('unit', noted('unit', untilLogged('+portal'))),
  ])
  const order = readFileSync(log, 'utf8').trim().split('\n')
  const ofKind = (names: RegExp) => order.filter((line) => names.test(line))
  expect(ofKind(/typecheck|lint|unit/)).toEqual(['+typecheck', '-typecheck', '+lint', '-lint', '+unit', '-unit'])
  expect(ofKind(/faults|portal/)).toEqual(['+faults', '-faults', '+portal', '-portal'])
})

it('does not repeat what an interrupted run has proven, and still runs what needs it', async () => {
  const { outcomes } = await run([stage('build', 'exit 1'), stage('portal', 'true', { needs: ['build'] })], {
    provenBefore: new Set<StageName>(['build']),
  })
  expect(outcomes.map(({ kind }) => kind)).toEqual(['proven before', 'ran'])
})

it('shows the summary of a stage, and of a failed one without a summary the end of what it printed', async () => {
  const lines = 'for line in $(seq 40); do echo "line $line"; done'
  const { outcomes } = await run([
    stage('typecheck', `${lines}; echo '${SUMMARY_MARK}'; printf '\\033[31mFAILED\\033[0m one\\n'; exit 1`),
    stage('lint', `${lines}; exit 1`),
    stage('build', lines),
  ])
  expect(outcomes.map((outcome) => outcome.kind === 'ran' && outcome.shown)).toEqual([
    ['FAILED one'],
    Array.from({ length: 15 }, (_, index) => `line ${26 + index}`),
    [],
  ])
})

it('ends every process of a stage when it is interrupted', async () => {
  const abort = new AbortController()
  const [started, ended] = [join(folder, 'started'), join(folder, 'ended')]
  const grandchild = `trap 'echo ended >${ended}; exit' TERM; echo started >${started}; while :; do sleep 0.02; done`
  const running = run([stage('unit', `sh -c "${grandchild}"; true`)], { signal: abort.signal })
  await expect.poll(() => existsSync(started)).toBe(true)
  abort.abort()
  await expect(running).rejects.toThrow(/abort/i)
  await expect.poll(() => existsSync(ended)).toBe(true)
})

it('reads the CPU time of all descendants from the account of the shell', () => {
  expect(readTimes('0m0.00s 0m0.01s\n2m1.50s 0m3.25s\n')).toBe(124.75)
  expect(readTimes('')).toBe(0)
})

type Settings = { needs?: StageName[]; waits?: true }

function stage(name: StageName, script: string, { needs = [], waits }: Settings = {}): Stage {
  return { name, title: name, command: ['sh', '-c', script], needs, ...(waits && { waits }) }
}

async function run(
  stages: Stage[],
  { provenBefore = new Set<StageName>(), signal = new AbortController().signal } = {},
): Promise<{ outcomes: Outcome[] }> {
  const outcomes = await runStages({
    stages,
    isLong: false,
    provenBefore,
    env: process.env,
    logFolder: folder,
    signal,
    say: () => {},
    onEnd: () => {},
  })
  return { outcomes }
}

function resultOf(outcome: Outcome): string {
  if (outcome.kind === 'skipped') return `not run: ${outcome.because}`
  if (outcome.kind === 'proven before') return outcome.kind
  return outcome.isGreen ? 'green' : outcome.outcome
}
