import { join } from 'node:path'
import { runStage, type StageEnd, type StageRun } from './run-stage'
import type { Stage, StageName } from './stages'

const PROGRESS_EVERY_MS = 60_000

export type Outcome = { stage: Stage } & (
  | ({ kind: 'ran' } & StageEnd)
  | { kind: 'skipped'; because: StageName }
  | { kind: 'proven before' }
)

type Plan = {
  stages: readonly Stage[]
  isLong: boolean
  /** The stages that an interrupted run has proven of the same sources; they are not run again. */
  provenBefore: ReadonlySet<StageName>
  env: NodeJS.ProcessEnv
  logFolder: string
  signal: AbortSignal
  say: (text: string) => void
  onEnd: (outcome: Outcome) => void
}

/**
 * Runs stages in their order: one that computes at a time, and beside it one that waits. A failure ends only the stages
 * that need its result, so that one run reports every failure.
 */
export async function runStages(plan: Plan): Promise<Outcome[]> {
  const { stages, signal, say } = plan
  const outcomes = new Map<StageName, Outcome>()
  const running = new Map<StageName, { run: StageRun; stage: Stage; startedAt: number; ended: Promise<void> }>()
  const settle = (outcome: Outcome) => {
    outcomes.set(outcome.stage.name, outcome)
    plan.onEnd(outcome)
  }
  const start = (stage: Stage) => {
    const command = commandOf(stage, plan.isLong)
    say(`${stage.title}: started (${command.join(' ')})`)
    const run = runStage({ command, env: plan.env, logFile: logFileOf(plan, stage), signal })
    const ended = run.ended.then((end) => {
      running.delete(stage.name)
      settle({ stage, kind: 'ran', ...end })
    })
    running.set(stage.name, { run, stage, startedAt: Date.now(), ended })
  }
  const progress = setInterval(() => {
    for (const { stage, run, startedAt } of running.values()) {
      const seconds = Math.round((Date.now() - startedAt) / 1_000)
      say(`${stage.title}: ${seconds} s so far. ${run.lastLine().slice(0, 100)}`)
    }
  }, PROGRESS_EVERY_MS)
  try {
    while (outcomes.size < stages.length) {
      for (const stage of stages) {
        if (outcomes.has(stage.name) || running.has(stage.name)) continue
        const failed = stage.needs.find((name) => isFailed(outcomes.get(name)))
        if (plan.provenBefore.has(stage.name)) settle({ stage, kind: 'proven before' })
        else if (failed) settle({ stage, kind: 'skipped', because: failed })
        else if (mayStart(stage, { stages, outcomes, running })) start(stage)
      }
      if (running.size > 0) await Promise.race([...running.values()].map(({ ended }) => ended))
      signal.throwIfAborted()
    }
  } finally {
    clearInterval(progress)
    await Promise.allSettled([...running.values()].map(({ ended }) => ended))
  }
  return stages.flatMap(({ name }) => outcomes.get(name) ?? [])
}

/** The command of a stage in this form of the run. */
export function commandOf({ command, longCommand }: Stage, isLong: boolean): readonly string[] {
  return isLong ? (longCommand ?? command) : command
}

export function logFileOf({ logFolder }: Pick<Plan, 'logFolder'>, { name }: Stage): string {
  return join(logFolder, `${name}.log`)
}

export function isFailed(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'skipped' || (outcome?.kind === 'ran' && !outcome.isGreen)
}

type Progress = {
  stages: readonly Stage[]
  outcomes: ReadonlyMap<StageName, Outcome>
  running: ReadonlyMap<StageName, { stage: Stage }>
}

/**
 * Whether a stage may start: the stages that it needs and that are part of this run have ended, and no other stage of
 * its kind runs.
 */
function mayStart(stage: Stage, { stages, outcomes, running }: Progress): boolean {
  const isReady = stage.needs.every((name) => outcomes.has(name) || !stages.some((other) => other.name === name))
  return isReady && ![...running.values()].some((one) => one.stage.waits === stage.waits)
}
